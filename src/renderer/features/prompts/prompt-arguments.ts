import { arrayAt, isObject, type JsonObject, textAt } from '#shared/json.ts';

export interface PromptArgument {
  readonly name: string;
  readonly description: string | undefined;
  readonly required: boolean;
}

/** The arguments a prompt declares, each name once; entries without a name are left out. */
export function readArguments(prompt: JsonObject): PromptArgument[] {
  const seen = new Set<string>();
  return arrayAt(prompt, 'arguments').flatMap((entry) => {
    const name = textAt(entry, 'name');
    if (name === undefined || name === '' || seen.has(name) || !isObject(entry)) return [];
    seen.add(name);
    return [{ name, description: textAt(entry, 'description'), required: entry.required === true }];
  });
}

/** What was typed before, by argument; a damaged draft is empty. */
export function readDraft(text: string | undefined): Record<string, string> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (!isObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).flatMap(([key, one]) => (typeof one === 'string' ? [[key, one]] : [])),
    );
  } catch {
    return {};
  }
}

/** The arguments that are sent: an empty one is left out. */
export function sentArguments(args: readonly PromptArgument[], values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    args.flatMap(({ name }) => {
      const value = values[name] ?? '';
      return value === '' ? [] : [[name, value]];
    }),
  );
}
