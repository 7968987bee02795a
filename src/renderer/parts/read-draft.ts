import { isObject } from '#shared/json.ts';

/** What was typed before, by argument, and nothing else: a server may name one `constructor`. A damaged draft is empty. */
export function readDraft(text: string | undefined): Record<string, string> {
  const typed: Record<string, string> = Object.create(null); // holds what is put into it below
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    if (!isObject(value)) return typed;
    for (const [key, one] of Object.entries(value)) if (typeof one === 'string') typed[key] = one;
    return typed;
  } catch {
    return typed;
  }
}
