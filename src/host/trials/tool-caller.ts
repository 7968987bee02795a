import { isOperationOver } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { type JsonObject, objectAt, parsedObject, textAt } from '#shared/json.ts';
import type { TrialCall } from '#shared/trials.ts';
import { entityWhen } from '../act/entity-when.ts';
import type { Approvals } from '../approvals/approvals.ts';
import { toolNamed } from '../approvals/tool-named.ts';
import type { LiveSession } from '../live-session.ts';
import { toolResultText } from '../providers/tool-result-text.ts';
import { resultText } from '../publish/log-body.ts';
import type { StatePublisher } from '../publish/state-source.ts';

export interface ToolCallerDeps {
  readonly session: LiveSession;
  readonly approvals: Pick<Approvals, 'ask'>;
  readonly state: StatePublisher;
  /** Name of the model, and of where it is asked. */
  asker(): string;
  readonly signal: AbortSignal;
  onCall(call: TrialCall): void;
}

/** Bytes of one result that go to a model; of a larger one its beginning does. */
const MOST_RESULT = 256 * 1024;
/** Characters of arguments: a person has to be able to look at them. */
const MOST_ARGUMENTS = 200_000;
/** Characters of a result that a page is told. */
const PREVIEW = 2000;

/** What goes back to the model. */
interface Outcome {
  readonly state: Exclude<TrialCall['state'], 'asking' | 'running'>;
  readonly result: JsonObject;
}

const said = (state: Outcome['state'], text: string): Outcome => ({
  state,
  result: { content: [{ type: 'text', text }], isError: true },
});

const NOT_MADE = {
  denied: said('denied', 'The user denied this call, so it was not made.'),
  withdrawn: said('refused', 'This call was not made: the server was stopped.'),
  changed: said('refused', 'This call was not made: the server changed the definition of this tool in the meantime.'),
} as const;

/** Carries out what a model wants of the tools of a server, each call after it was approved. */
export class ToolCaller {
  readonly #deps: ToolCallerDeps;

  constructor(deps: ToolCallerDeps) {
    this.#deps = deps;
  }

  /** The `tool_result` for a `tool_use` (SAMP-12); also of a call that was not made. Rejects when the signal fires. */
  async call(use: JsonObject, place: Pick<TrialCall, 'reply' | 'use'>): Promise<JsonObject> {
    const tell = (part: Omit<TrialCall, 'reply' | 'use'>) => this.#deps.onCall({ ...place, ...part });
    const known: Pick<TrialCall, 'pendingId' | 'operationId'> = {};
    const { state, result } = await this.#outcome(use, (part) => {
      Object.assign(known, part);
      tell({ ...known, state: part.operationId === undefined ? 'asking' : 'running' });
    });
    this.#deps.signal.throwIfAborted();
    tell({ ...known, state, text: toolResultText(result).text.slice(0, PREVIEW) });
    return { type: 'tool_result', toolUseId: textAt(use, 'id') ?? '', ...result };
  }

  /** The `tool_result` for a `tool_use` that is not looked at, for a reason that the model is told. */
  refuse(use: JsonObject, place: Pick<TrialCall, 'reply' | 'use'>, text: string): JsonObject {
    const { state, result } = said('refused', text);
    this.#deps.onCall({ ...place, state, text });
    return { type: 'tool_result', toolUseId: textAt(use, 'id') ?? '', ...result };
  }

  async #outcome(
    use: JsonObject,
    onStep: (part: Pick<TrialCall, 'pendingId' | 'operationId'>) => void,
  ): Promise<Outcome> {
    const { session, approvals, signal } = this.#deps;
    const name = textAt(use, 'name') ?? '';
    const args = objectAt(use, 'input') ?? {};
    const tool = toolNamed(session.core.items('tools').items, name);
    if (!tool) return said('refused', `There is no tool named "${name.slice(0, 200)}" on this server.`);
    if (JSON.stringify(args).length > MOST_ARGUMENTS)
      return said('refused', `The arguments are too large: a call may have ${MOST_ARGUMENTS} characters of them.`);
    const asker = { kind: 'model' as const, name: this.#deps.asker() };
    const approval = await approvals.ask({
      ...{ session, tool, args, signal, asker },
      onAsked: (pendingId) => onStep({ pendingId }),
    });
    signal.throwIfAborted();
    if (approval !== 'allowed') return NOT_MADE[approval];
    try {
      const operationId = session.core.run('tools.call', { name, args }, { by: asker });
      onStep({ operationId });
      return await this.#resultOf(operationId);
    } catch (error) {
      signal.throwIfAborted();
      return said('failed', `The call failed: ${messageOf(error)}`);
    }
  }

  async #resultOf(operationId: string): Promise<Outcome> {
    const { session, state, signal } = this.#deps;
    const over = await entityWhen(state, {
      topic: 'operation',
      id: operationId,
      fits: ({ status }) => isOperationOver(status),
      signal,
    });
    if (!over) {
      session.core.cancel(operationId, typeof signal.reason === 'string' ? signal.reason : undefined);
      throw signal.reason;
    }
    if (over.fault) return said('failed', `The call failed: ${over.fault.message}`);
    const place = session.core.resultOf(operationId);
    if (!place || 'fault' in place) return said('failed', 'The call ended without a result.');
    const { rpcId, path, seq } = place;
    const { text, more, bytes } = await resultText(session.log, seq, { rpcId, limit: MOST_RESULT, path });
    const isError = over.toolError === true;
    const end = isError ? 'failed' : 'done';
    if (more) {
      const cut = `${text}\n(The result has ${bytes} bytes. This is its beginning.)`;
      return { state: end, result: { content: [{ type: 'text', text: cut }], isError } };
    }
    const { content = [], structuredContent } = parsedObject(text) ?? {};
    return {
      state: end,
      result: { content, isError, ...(structuredContent === undefined ? {} : { structuredContent }) },
    };
  }
}
