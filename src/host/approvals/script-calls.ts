import { saysDestructive, type ToolAsker } from '#shared/approvals.ts';
import { HostError } from '#shared/errors.ts';
import { isObject, type JsonObject, objectAt, parsedObject, textAt } from '#shared/json.ts';
import type { Verb } from '#shared/verbs.ts';
import type { LiveSession } from '../live-session.ts';
import type { Approvals } from './approvals.ts';

/** A call of a tool within an operation. */
interface Called {
  name: string;
  args: JsonObject;
  /** Exact text of the arguments, where numbers of `args` may have lost digits. */
  text?: string | undefined;
}

/** Calls in what is sent as it is: a message, or a batch of them. */
function calledIn(message: unknown): Called[] {
  if (Array.isArray(message)) return message.flatMap(calledIn);
  if (!isObject(message) || message.method !== 'tools/call') return [];
  const { params } = message;
  return [{ name: textAt(params, 'name') ?? '', args: objectAt(params, 'arguments') ?? {} }];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The server cannot read it either.
    return undefined;
  }
}

/** The tools that an operation calls, however it is sent. */
function calledBy(verb: Verb, input: unknown): Called[] {
  const text = (key: string) => textAt(input, key);
  if (verb === 'raw.send') return calledIn(parsed(text('text') ?? ''));
  if (verb === 'request.send') return calledIn({ method: text('method'), params: parsed(text('params') ?? '') });
  if (verb !== 'tools.call') return [];
  const exact = text('argsText');
  const args = exact === undefined ? objectAt(input, 'args') : parsedObject(exact);
  return [{ name: text('name') ?? '', args: args ?? {}, text: exact }];
}

/** What a script wants to do in a session. */
export interface ScriptWish {
  session: LiveSession;
  verb: Verb;
  input?: unknown;
  asker: ToolAsker;
}

/**
 * A person opened the script and sees each call before it is made, so only tools that say they may destroy something
 * are asked about (DESIGN S27). Throws REFUSED where the answer is no.
 */
export async function approveScript(approvals: Approvals, { session, verb, input, asker }: ScriptWish): Promise<void> {
  const { items } = session.core.items('tools');
  for (const { name, args, text } of calledBy(verb, input)) {
    const tool = items.find((item) => item.name === name && saysDestructive(item));
    if (!tool) continue;
    const { signal } = new AbortController();
    const approval = await approvals.ask({ session, tool, args, argsText: text, asker, signal });
    if (approval === 'allowed') continue;
    const why = {
      denied: 'You denied this call, so it was not made.',
      withdrawn: 'The call was not made: the server was stopped before you allowed it.',
      changed: 'The call was not made: the server changed the definition of this tool while you were asked.',
    }[approval];
    throw new HostError('REFUSED', why);
  }
}
