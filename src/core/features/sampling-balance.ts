import { isObject, type JsonObject, textAt } from '#shared/json.ts';

/**
 * Why these messages cannot go to a model, or undefined: a message of tool results holds nothing else, and each use of
 * a tool is followed at once by its result (SAMP-06, SAMP-07).
 */
export function samplingImbalance(messages: readonly unknown[]): string | undefined {
  let open: string[] = [];
  for (const message of messages) {
    const blocks = blocksOf(message);
    const results = idsOf(blocks, 'tool_result', 'toolUseId');
    if (results.length > 0 && results.length < blocks.length) return 'Tool results mixed with other content';
    if (!sameIds(open, results)) {
      return open.length > 0 ? 'Tool result missing in request' : 'Tool result without a tool use';
    }
    open = idsOf(blocks, 'tool_use', 'id');
  }
  return open.length > 0 ? 'Tool result missing in request' : undefined;
}

function blocksOf(message: unknown): JsonObject[] {
  const content = isObject(message) ? message.content : undefined;
  return (Array.isArray(content) ? content : [content]).filter(isObject);
}

function idsOf(blocks: readonly JsonObject[], type: string, key: string): string[] {
  return blocks.flatMap((block) => (block.type === type ? [textAt(block, key) ?? ''] : []));
}

function sameIds(one: readonly string[], other: readonly string[]): boolean {
  return [...one].sort().join('\n') === [...other].sort().join('\n') && one.length === other.length;
}
