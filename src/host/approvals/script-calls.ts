import { saysDestructive, type ToolAsker } from '#shared/approvals.ts';
import { catalogId, isOperationOver } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import { hasExactNumber, parseJson, writeJson } from '#shared/exact-json.ts';
import { isObject, type JsonObject, objectAt, parsedObject, textAt } from '#shared/json.ts';
import type { Verb } from '#shared/verbs.ts';
import { entityWhen } from '../act/entity-when.ts';
import type { LiveSession } from '../live-session.ts';
import type { StatePublisher } from '../publish/state-source.ts';
import type { Approvals } from './approvals.ts';
import { toolNamed } from './tool-named.ts';

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
  const [name, args] = [textAt(params, 'name') ?? '', objectAt(params, 'arguments') ?? {}];
  if (!hasExactNumber(args)) return [{ name, args }];
  const text = writeJson(args);
  return [{ name, args: parsedObject(text) ?? {}, text }];
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
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

export interface ScriptCallDeps {
  readonly approvals: Approvals;
  readonly state: StatePublisher;
}

/** Whether all of the list of tools is known, as it is now. */
function isListWhole(state: StatePublisher, sessionId: string): boolean {
  const head = state.get('catalog', catalogId(sessionId, 'tools'));
  if (head?.status === 'unsupported') return true;
  return head?.status === 'ready' && !head.stale && head.nextCursor === undefined;
}

/**
 * The tool that a script calls, if a person has to be asked about it. A name that is not listed is looked for to the
 * end of the list; where that cannot be read, nobody knows what the tool says of itself, and a person is asked.
 */
async function askedAbout(
  { state }: ScriptCallDeps,
  session: LiveSession,
  name: string,
): Promise<JsonObject | undefined> {
  const listed = () => toolNamed(session.core.items('tools').items, name);
  if (!listed() && !isListWhole(state, session.id)) {
    const id = session.core.run('tools.list', { pages: 'all' });
    const { signal } = new AbortController();
    await entityWhen(state, { topic: 'operation', id, fits: ({ status }) => isOperationOver(status), signal });
  }
  const tool = listed();
  if (tool) return saysDestructive(tool) ? tool : undefined;
  return isListWhole(state, session.id) ? undefined : { name };
}

/**
 * A person opened the script and sees each call before it is made, so only tools that say they may destroy something
 * are asked about (DESIGN S27). Throws REFUSED where the answer is no.
 */
export async function approveScript(deps: ScriptCallDeps, { session, verb, input, asker }: ScriptWish): Promise<void> {
  for (const { name, args, text } of calledBy(verb, input)) {
    const tool = await askedAbout(deps, session, name);
    if (!tool) continue;
    const { signal } = new AbortController();
    const approval = await deps.approvals.ask({ session, tool, args, argsText: text, asker, signal });
    if (approval === 'allowed') continue;
    const why = {
      denied: 'You denied this call, so it was not made.',
      withdrawn: 'The call was not made: the server was stopped before you allowed it.',
      changed: 'The call was not made: the server changed the definition of this tool while you were asked.',
    }[approval];
    throw new HostError('REFUSED', why);
  }
}
