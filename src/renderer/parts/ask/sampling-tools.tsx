import { type JsonObject, textAt } from '#shared/json.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';

/** Tools that the server offers to the model. */
export function ToolTable({ tools }: { readonly tools: readonly JsonObject[] }) {
  if (tools.length === 0) return <p className="t3 fs12">None is offered to the model.</p>;
  return (
    <ul className="codebox ask-box ask-tools">
      {tools.map((tool, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
        <li key={at}>
          <ToolWords tool={tool} />
        </li>
      ))}
    </ul>
  );
}

function ToolWords({ tool }: { readonly tool: JsonObject }) {
  const description = textAt(tool, 'description');
  return (
    <>
      <span className="mono fs12">
        <ForeignText text={textAt(tool, 'name') ?? 'no name'} limit={128} inert />
      </span>
      {description !== undefined && (
        <span className="fs11 t2">
          <ForeignText text={description} limit={300} lines />
        </span>
      )}
    </>
  );
}

interface ToolPickerProps {
  readonly all: readonly JsonObject[];
  readonly chosen: readonly JsonObject[];
  readonly onChosen: (tools: JsonObject[]) => void;
}

/** The same, each to be left out or kept. */
export function ToolPicker({ all, chosen, onChosen }: ToolPickerProps) {
  const names = new Set(chosen.map((tool) => tool.name));
  const toggle = (tool: JsonObject, on: boolean) =>
    onChosen(all.filter((one) => (one === tool ? on : names.has(one.name))));
  return (
    <div className="codebox ask-box ask-tools">
      {all.map((tool, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
        <Checkbox key={at} checked={names.has(tool.name)} onChecked={(on) => toggle(tool, on)}>
          <ToolWords tool={tool} />
        </Checkbox>
      ))}
    </div>
  );
}
