import { Segmented } from '../../ui/segmented.tsx';
import { Switch } from '../../ui/switch.tsx';
import type { ControlProps } from './field-props.ts';
import { useForm } from './form-context.ts';

const STATES = [
  { value: 'true', label: 'true' },
  { value: 'false', label: 'false' },
] as const;
const NOT_SENT = { value: 'none', label: 'not sent' } as const;

/** A switch where there is a default to start from; otherwise true, false and, when optional, not sent. */
export function BooleanField({ spec, name, path, value, required, inList, control }: ControlProps) {
  const { set } = useForm();
  const fallback = spec.schema.default;
  if (typeof fallback === 'boolean') {
    const on = typeof value === 'boolean' ? value : fallback;
    return (
      <div className="row form-bool">
        <Switch {...described(control)} aria-label={name} checked={on} onChecked={(next) => set(path, next)} />
        <span className={value === undefined ? 't3 fs11' : 'mono'}>
          {value === undefined ? `default ${on}` : `${on}`}
        </span>
      </div>
    );
  }
  const optional = !required && !inList;
  return (
    <div className="row form-bool">
      <Segmented
        label={name}
        options={optional ? [...STATES, NOT_SENT] : STATES}
        value={value === undefined ? 'none' : value === true ? 'true' : 'false'}
        onChange={(next) => set(path, next === 'none' ? undefined : next === 'true')}
      />
    </div>
  );
}

/** A switch is never invalid or required as far as ARIA goes; only its description is joined. */
function described(control: ControlProps['control']) {
  return { id: control.id, 'aria-describedby': control['aria-describedby'] };
}
