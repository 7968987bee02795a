import { isObject, type JsonObject, textAt } from '#shared/json.ts';
import { useLoad } from '../../store/wirebench.tsx';
import { messageBlocks } from '../models/token-count.ts';
import { offeredTools } from './sampling-check.ts';

interface ToolUse {
  readonly name: string;
  readonly schema: unknown;
  readonly input: unknown;
}

/** Uses of offered tools in a result, each with the schema of its arguments. */
function usesOf(result: JsonObject | undefined, params: JsonObject): ToolUse[] {
  return messageBlocks(result).flatMap((block) => {
    const name = isObject(block) && block.type === 'tool_use' ? textAt(block, 'name') : undefined;
    const tool = name === undefined ? undefined : offeredTools(params).find((one) => one.name === name);
    return tool && isObject(block) ? [{ name: name ?? '', schema: tool.inputSchema, input: block.input }] : [];
  });
}

/** Where arguments of tool uses do not fit the schemas of their tools, sentences. The host checks them. */
export function useInputProblems(result: JsonObject | undefined, params: JsonObject): readonly string[] {
  const uses = usesOf(result, params);
  const key = uses.length === 0 ? undefined : JSON.stringify(uses.map(({ name, input }) => [name, input]));
  const { value, stale } = useLoad(key, async (host) => {
    const verdicts = await Promise.all(uses.map(({ schema, input }) => host['schema.check']({ schema, value: input })));
    return verdicts.flatMap(({ problems }, at) =>
      problems.map(
        ({ path, message }) => `Arguments of ${uses[at]?.name ?? ''}: ${path === '' ? '' : `${path}: `}${message}`,
      ),
    );
  });
  return stale ? [] : (value ?? []);
}
