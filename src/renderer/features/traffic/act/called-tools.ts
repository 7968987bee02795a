import { isObject } from '#shared/json.ts';

function parsed(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

const nameIn = (params: unknown): string[] =>
  isObject(params) && typeof params.name === 'string' ? [params.name] : [];

/** The tool that a request calls, none for another method; `params` is the text of its params. */
export function calledTools(method: string, params: string | undefined): string[] {
  return method === 'tools/call' ? nameIn(parsed(params)) : [];
}

/** The tools that a raw message calls, also one that is a batch; none when it is no JSON. */
export function rawCalledTools(text: string): string[] {
  const value = parsed(text);
  const messages: unknown[] = Array.isArray(value) ? value : [value];
  return messages.flatMap((one) => (isObject(one) && one.method === 'tools/call' ? nameIn(one.params) : []));
}
