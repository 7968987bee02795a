import { Checkbox } from '../ui/checkbox.tsx';

interface TraceSwitchProps {
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
}

/** Whether one request carries a trace context of its own (SEP-414, docs/acting.md). */
export function TraceSwitch({ checked, onChecked }: TraceSwitchProps) {
  return (
    <Checkbox checked={checked} onChecked={onChecked}>
      With a new <span className="mono">traceparent</span>
    </Checkbox>
  );
}
