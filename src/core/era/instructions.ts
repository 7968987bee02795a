import { type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { type Hello, Implementation } from '#shared/session.ts';
import { bounded } from '../bounded.ts';
import { cutText } from '../fold/row-text.ts';

/** The page mirrors them with every change of the session; the whole answer is in the log. */
const MOST_CHARS = 100_000;

/** What a server says how it is to be used, bounded. */
export function instructionsOf(result: JsonObject): { instructions?: string } {
  const text = textAt(result, 'instructions');
  return text === undefined ? {} : { instructions: cutText(text, MOST_CHARS) };
}

/** What a server says it can do, bounded. */
export function capabilitiesOf(result: JsonObject): Pick<Hello, 'capabilities' | 'cutFrom'> {
  const { value, cutFrom } = bounded(objectAt(result, 'capabilities') ?? {});
  return { capabilities: value, ...(cutFrom === undefined ? {} : { cutFrom }) };
}

/** What a server calls itself, bounded: an icon may be an image of any size. */
export function implementationOf(info: unknown): Hello['serverInfo'] {
  const parsed = Implementation.safeParse(info);
  return parsed.success ? bounded(parsed.data).value : {};
}
