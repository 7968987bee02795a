import { type JsonObject, textAt } from '#shared/json.ts';
import { cutText } from '../fold/row-text.ts';

/** The page mirrors them with every change of the session; the whole answer is in the log. */
const MOST_CHARS = 100_000;

/** What a server says how it is to be used, bounded. */
export function instructionsOf(result: JsonObject): { instructions?: string } {
  const text = textAt(result, 'instructions');
  return text === undefined ? {} : { instructions: cutText(text, MOST_CHARS) };
}
