import { type JsonObject, textAt } from '#shared/json.ts';
import { Callout } from '../../ui/callout.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { SchemaForm } from '../schema-form/schema-form.tsx';
import { useProblems } from '../schema-form/use-problems.ts';
import type { ReplyBlock } from './sampling-draft.ts';

interface ToolUseBlockProps {
  readonly block: ReplyBlock;
  readonly path: string;
  readonly tools: readonly JsonObject[];
  readonly onBlock: (part: Partial<ReplyBlock>) => void;
}

/** The use of a tool that the server offers, its arguments in a form of the tool's schema. */
export function ToolUseBlock({ block, path, tools, onBlock }: ToolUseBlockProps) {
  const names = tools.flatMap((tool) => textAt(tool, 'name') ?? []);
  const tool = tools.find((one) => one.name === block.tool);
  if (names.length === 0)
    return (
      <Callout kind="wait" title="The server offers no tools">
        A use of a tool can only be written as JSON here.
      </Callout>
    );
  return (
    <>
      <div className="form-2">
        <Field label="Tool" type={`${path}.name`}>
          {(control) => (
            <Select
              {...control}
              mono
              value={block.tool}
              onValue={(name) => onBlock({ tool: name, input: { value: {}, texts: {} } })}
              options={names.map((name) => ({ value: name, label: name }))}
              {...(names.includes(block.tool) ? {} : { placeholder: 'Choose a tool' })}
            />
          )}
        </Field>
        <Field label="Id" type={`${path}.id`}>
          {(control) => <TextInput {...control} mono value={block.toolId} onValue={(toolId) => onBlock({ toolId })} />}
        </Field>
      </div>
      {tool && <ToolInput key={block.tool} block={block} schema={tool.inputSchema} onBlock={onBlock} />}
    </>
  );
}

interface ToolInputProps extends Pick<ToolUseBlockProps, 'block' | 'onBlock'> {
  readonly schema: unknown;
}

function ToolInput({ block, schema, onBlock }: ToolInputProps) {
  const problems = useProblems(schema, block.input, undefined);
  return (
    <SchemaForm
      label={`Arguments of ${block.tool}`}
      schema={schema}
      state={block.input}
      onState={(input) => onBlock({ input })}
      problems={problems.list}
      showAll={false}
      nothing="This tool takes no arguments."
    />
  );
}
