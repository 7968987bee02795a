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

/** The arguments that are sent: an empty one is left out. */
export function sentArguments(args: readonly PromptArgument[], values: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    args.flatMap(({ name }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      return value === undefined || value === '' ? [] : [[name, value]];
    }),
  );
}
