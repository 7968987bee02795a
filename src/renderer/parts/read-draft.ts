import { isObject } from '#shared/json.ts';

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
