import { randomBytes } from 'node:crypto';
import type { EarlierArguments, EarlierRun, SavedExample } from '#shared/earlier.ts';
import type { Operation } from '#shared/entities.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import { isJsonObject, parseJson, writeJson } from '#shared/exact-json.ts';
import { isObject, textAt } from '#shared/json.ts';
import type { HostOptions } from '../host-options.ts';
import type { LiveSession } from '../live-session.ts';
import type { EarlierFile, EarlierStore } from '../store/earlier.ts';
import { bounded, withExample, without, withRun } from './merge-runs.ts';
import { type WithoutSecrets, withoutSecrets } from './without-secrets.ts';

export interface EarlierRunsDeps {
  store: EarlierStore;
  /** The session of a server that knows its tools, if one does. */
  session(serverId: string): LiveSession | undefined;
  log: HostOptions['log'];
}

/** Arguments of a run as they were sent, until somebody has time for them. */
interface Started {
  id: string;
  tool: string;
  at: number;
  input: unknown;
  session: LiveSession;
  end: Pick<Operation, 'status' | 'toolError' | 'fault'>;
}

/** Runs are written this long after the first that is not: a call must not wait for a disk. */
const WRITE_MS = 500;
/** Larger arguments are not kept; characters of their JSON text. */
const MOST_CHARS = 200_000;
/** Runs that wait to be written, of one server; in a flood the oldest are not kept. */
const MOST_WAITING = 500;

/** What tools were called with, per server: recorded when a run begins, brought up to date when it ends. */
export class EarlierRuns {
  readonly #deps: EarlierRunsDeps;
  readonly #waiting = new Map<string, Map<string, Started>>();
  readonly #running = new Map<string, Started>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #writing = new Set<Promise<void>>();

  constructor(deps: EarlierRunsDeps) {
    this.#deps = deps;
  }

  /** A person runs a tool. Costs nothing but a place in a list. */
  began(session: LiveSession, operationId: string, input: unknown): void {
    const tool = textAt(input, 'name');
    if (tool === undefined) return;
    const id = randomBytes(6).toString('hex');
    const run: Started = { id, tool, at: Date.now(), input, session, end: { status: 'running' } };
    this.#running.set(operationId, run);
    this.#put(run);
  }

  /** An operation changed. */
  saw(operation: Operation): void {
    const run = this.#running.get(operation.id);
    if (!run || operation.endedAt === undefined) return;
    this.#running.delete(operation.id);
    run.end = operation;
    this.#put(run);
  }

  async list(serverId: string, tool: string): Promise<EarlierArguments> {
    const file = this.#merged(serverId, await this.#deps.store.read(serverId));
    const found = file.tools.find((entry) => entry.tool === tool);
    return { runs: found?.runs ?? [], examples: found?.examples ?? [] };
  }

  /** Keeps arguments under a name; gives what was left out of them. Throws BAD_INPUT, IO. */
  async save(serverId: string, { tool, name, text }: { tool: string; name: string; text: string }) {
    if (text.length > MOST_CHARS) throw new HostError('BAD_INPUT', 'These arguments are too large to be kept.');
    const session = this.#deps.session(serverId);
    const { leftOut, text: kept } = cleaned(text, tool, session);
    const id = randomBytes(6).toString('hex');
    const example: SavedExample = { id, name, at: Date.now(), text: kept, ...(leftOut.length > 0 ? { leftOut } : {}) };
    await this.#deps.store.update(serverId, (file) => withExample(file, tool, example));
    return { id, leftOut };
  }

  /** Forgets one entry of a tool, or without an id all its earlier runs. Throws IO. */
  async remove(serverId: string, tool: string, id: string | undefined): Promise<void> {
    await this.#flush(serverId);
    await this.#deps.store.update(serverId, (file) => without(file, tool, id));
  }

  /** The server is no longer in the list. */
  async forget(serverId: string): Promise<void> {
    clearTimeout(this.#timers.get(serverId));
    this.#waiting.delete(serverId);
    await this.#deps.store.forget(serverId);
  }

  async close(): Promise<void> {
    for (const serverId of [...this.#waiting.keys()]) void this.#flush(serverId);
    await Promise.all(this.#writing);
  }

  #put(run: Started): void {
    const { serverId } = run.session;
    const waiting = this.#waiting.get(serverId) ?? new Map<string, Started>();
    this.#waiting.set(serverId, waiting);
    waiting.delete(run.id);
    waiting.set(run.id, run);
    const [oldest] = waiting.keys();
    if (waiting.size > MOST_WAITING && oldest !== undefined) waiting.delete(oldest);
    if (this.#timers.has(serverId)) return;
    const timer = setTimeout(() => void this.#flush(serverId), WRITE_MS);
    this.#timers.set(serverId, timer);
  }

  #merged(serverId: string, file: EarlierFile): EarlierFile {
    let merged = file;
    for (const run of this.#waiting.get(serverId)?.values() ?? []) {
      const entry = entryOf(run);
      if (entry) merged = withRun(merged, run.tool, entry);
    }
    return bounded(merged);
  }

  /** Never rejects: a run is no worse for not being kept, and the app's log says so. */
  #flush(serverId: string): Promise<void> {
    clearTimeout(this.#timers.get(serverId));
    this.#timers.delete(serverId);
    const taken = this.#waiting.get(serverId);
    if (!taken || taken.size === 0) return Promise.resolve();
    let final: string[] = [];
    const done: Promise<void> = this.#deps.store
      .update(serverId, (file) => {
        final = [...taken.values()].filter(({ end }) => end.status !== 'running').map(({ id }) => id);
        return this.#merged(serverId, file);
      })
      .then(
        () => this.#written(serverId, final),
        (error: unknown) => this.#deps.log.warn(`earlier arguments were not kept: ${messageOf(error)}`),
      )
      .finally(() => this.#writing.delete(done));
    this.#writing.add(done);
    return done;
  }

  /** What still runs is written once more when it ends. */
  #written(serverId: string, ids: readonly string[]): void {
    const waiting = this.#waiting.get(serverId);
    for (const id of ids) waiting?.delete(id);
    if (waiting?.size === 0) this.#waiting.delete(serverId);
  }
}

function textOf(input: unknown): string | undefined {
  const given = textAt(input, 'argsText');
  if (given !== undefined) return isJsonObject(parseJson(given)) ? given : undefined;
  return isObject(input) && isObject(input.args) ? writeJson(input.args) : undefined;
}

function cleaned(text: string, tool: string, session: LiveSession | undefined): WithoutSecrets {
  const schema = session?.core.items('tools').items.find(({ name }) => name === tool)?.inputSchema;
  return withoutSecrets(text, schema, session?.redact);
}

/** Undefined for arguments that are not kept. */
function entryOf({ id, tool, at, input, session, end }: Started): EarlierRun | undefined {
  const text = textOf(input);
  if (text === undefined || text.length > MOST_CHARS) return undefined;
  const { text: kept, leftOut } = cleaned(text, tool, session);
  const { status, toolError, fault } = end;
  return {
    id,
    at,
    status,
    ...(toolError ? { toolError } : {}),
    ...(fault ? { fault: fault.kind } : {}),
    text: kept,
    ...(leftOut.length > 0 ? { leftOut } : {}),
  };
}
