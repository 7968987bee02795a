import { saysDestructive, type ToolAsker } from '#shared/approvals.ts';
import { catalogId, isOperationOver } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import { type JsonObject, objectAt, parsedObject, textAt } from '#shared/json.ts';
import type { Verb } from '#shared/verbs.ts';
import { entityWhen } from '../act/entity-when.ts';
import type { LiveSession } from '../live-session.ts';
import type { StatePublisher } from '../publish/state-source.ts';
import type { Approvals, WantedCall } from './approvals.ts';
import { type Called, callsInText, folded } from './calls-in-text.ts';
import { toolNamed } from './tool-named.ts';

/** The tools that an operation calls, however it is sent. */
function calledBy(verb: Verb, input: unknown): Called[] | 'unclear' {
  const text = (key: string) => textAt(input, key);
  if (verb === 'raw.send') return callsInText(text('text') ?? '');
  if (verb === 'request.send')
    return callsInText(`{"method":${JSON.stringify(text('method') ?? '')},"params":${text('params') || '{}'}}`);
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
  /** Withdraws the question; its reason says why, a sentence. */
  signal?: AbortSignal | undefined;
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
  { session, asker }: ScriptWish,
  name: string,
): Promise<JsonObject | undefined> {
  const listed = () => {
    const { items } = session.core.items('tools');
    // A server may find a tool by a name that is written in another way.
    const alike = () => items.filter((item) => folded(textAt(item, 'name') ?? '').trim() === folded(name).trim());
    return toolNamed(items, name) ?? alike().find(saysDestructive);
  };
  if (!listed() && !isListWhole(state, session.id)) {
    const id = session.core.run('tools.list', { pages: 'all' }, { by: asker });
    await entityWhen(state, { topic: 'operation', id, fits: ({ status }) => isOperationOver(status) });
  }
  const tool = listed();
  if (tool) return saysDestructive(tool) ? tool : undefined;
  return isListWhole(state, session.id) ? undefined : { name };
}

/** Stands for a tool where a message may call any. */
const UNCLEAR = { name: 'a raw message', title: 'It may call any tool: this app cannot tell which.' };

/** Why a call was not made. */
const NOT_MADE = {
  denied: 'You denied this call, so it was not made.',
  withdrawn: 'The call was not made: the server was stopped before you allowed it.',
  changed: 'The call was not made: the server changed the definition of this tool while you were asked.',
} as const;

/**
 * A person opened the script and sees each call before it is made, so only tools that say they may destroy something
 * are asked about (DESIGN S27), and messages that may call one unseen. Throws REFUSED where the answer is no.
 */
export async function approveScript(deps: ScriptCallDeps, wish: ScriptWish): Promise<void> {
  const { session, verb, input, asker, signal } = wish;
  const allowed = async (call: Pick<WantedCall, 'tool' | 'args' | 'argsText' | 'standsIn'>) => {
    const approval = await deps.approvals.ask({ session, asker, signal, ...call });
    if (approval !== 'allowed') throw new HostError('REFUSED', NOT_MADE[approval]);
  };
  const calls = calledBy(verb, input);
  if (calls === 'unclear') {
    const text = textAt(input, 'text') ?? textAt(input, 'params') ?? '';
    return allowed({ tool: UNCLEAR, standsIn: true, args: {}, argsText: text });
  }
  for (const { name, args, text } of calls) {
    const tool = await askedAbout(deps, wish, name);
    if (tool) await allowed({ tool, args, argsText: text });
  }
}
