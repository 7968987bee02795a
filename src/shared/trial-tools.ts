import { isObject, type JsonObject, textAt } from './json.ts';

/** The tools of a server as a model is told of them, in params of `sampling/createMessage`; each name once. */
export function trialTools(items: readonly unknown[]): JsonObject[] {
  const tools = new Map<string, JsonObject>();
  for (const item of items) {
    const name = textAt(item, 'name');
    if (!isObject(item) || name === undefined || tools.has(name)) continue;
    const { description, inputSchema } = item;
    tools.set(name, {
      name,
      ...(typeof description === 'string' ? { description } : {}),
      inputSchema: isObject(inputSchema) ? inputSchema : { type: 'object' },
    });
  }
  return [...tools.values()];
}
