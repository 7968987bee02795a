import type { OperationFault } from '#shared/entities.ts';
import { isObject } from '#shared/json.ts';
import { StructuredBlock } from '../../parts/content/structured-block.tsx';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Button } from '../../ui/button.tsx';
import { inputSchemaOf, type Tool } from './tool.ts';

export interface FaultViewProps {
  readonly fault: OperationFault;
  readonly tool: Tool;
  readonly onGoTo: (name: string) => void;
  readonly onTraffic: () => void;
}

/** The argument that an error names in its message or data, longest name first. */
export function namedArgument(fault: OperationFault, tool: Tool): string | undefined {
  const schema = inputSchemaOf(tool);
  if (fault.kind !== 'protocol' || !isObject(schema) || !isObject(schema.properties)) return undefined;
  const data = typeof fault.data === 'string' ? fault.data : (JSON.stringify(fault.data) ?? '');
  const text = ` ${fault.message} ${data} `.slice(0, 20_000);
  const names = Object.keys(schema.properties).toSorted((a, b) => b.length - a.length);
  return names.find((name) => {
    const at = name.length < 2 ? -1 : text.indexOf(name);
    return at > 0 && !/\w/.test(text[at - 1] ?? '') && !/\w/.test(text[at + name.length] ?? '');
  });
}

/** Why a run has no result, what the server said about it, and what to do. */
export function FaultView({ fault, tool, onGoTo, onTraffic }: FaultViewProps) {
  const named = namedArgument(fault, tool);
  return (
    <>
      <FaultNote fault={fault} />
      <div className="row">
        {named !== undefined && (
          <Button size="sm" onClick={() => onGoTo(named)}>
            Go to {named.slice(0, 60)}
          </Button>
        )}
        <Button size="sm" variant="quiet" onClick={onTraffic}>
          Show in Traffic
        </Button>
      </div>
      {fault.data !== undefined && <StructuredBlock title="Error data" value={fault.data} />}
    </>
  );
}
