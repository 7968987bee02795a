import { arrayAt, isObject, type JsonObject } from './json.ts';

/** Code by which a legacy server refuses a call until pages were visited (ELIC-20). */
export const PAGES_FIRST = -32042;
/** Anything else is no page that a person could visit, and the error is shown as it came. */
const ADDRESS = /^[a-z][a-z0-9+.-]*:\/\//i;

/** A page of such a refusal, as a question. */
export interface RefusalPage {
  /** Its place in the list. */
  key: string;
  method: 'elicitation/create';
  params: JsonObject;
}

/** The pages that an error wants visited; none where it is an ordinary error. */
export function pagesOfRefusal({ code, data }: { code?: unknown; data?: unknown }): RefusalPage[] {
  if (code !== PAGES_FIRST) return [];
  return arrayAt(data, 'elicitations').flatMap((one, at): RefusalPage[] =>
    isObject(one) && (one.mode ?? 'url') === 'url' && typeof one.url === 'string' && ADDRESS.test(one.url)
      ? [{ key: String(at), method: 'elicitation/create', params: { mode: 'url', ...one } }]
      : [],
  );
}
