import { randomBytes } from 'node:crypto';
import type { EarlierArguments, EarlierRun, SavedExample } from '#shared/earlier.ts';
import type { Operation } from '#shared/entities.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import { isJsonObject, parseJson, writeJson } from '#shared/exact-json.ts';
import { isObject, textAt } from '#shared/json.ts';
import type { HostOptions } from '../host-options.ts';
import type { LiveSession } from '../live-session.ts';
import type { EarlierFile, EarlierStore, EntryKey } from '../store/earlier.ts';
import { bounded, entryOf, withExample, without, withRun } from './merge-runs.ts';
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
  key: EntryKey;
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

/** What tools and prompts were called with, per server: recorded when a run begins, brought up to date when it ends. */
export class EarlierRuns {
  readonly #deps: EarlierRunsDeps;
  readonly #waiting = new Map<string, Map<string, Started>>();
  readonly #running = new Map<string, Started>();
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #writing = new Set<Promise<void>>();

  constructor(deps: EarlierRunsDeps) {
    this.#deps = deps;
  }

  /** A person runs a tool or prompt. Costs nothing but a place in a list. */
  began(session: LiveSession, operationId: string, input: unknown, of?: 'prompt'): void {
    const tool = textAt(input, 'name');
    if (tool === undefined) return;
    const id = randomBytes(6).toString('hex');
    const run: Started = { id, key: keyOf(tool, of), at: Date.now(), input, session, end: { status: 'running' } };
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

  async list(serverId: string, key: EntryKey): Promise<EarlierArguments> {
    const file = this.#merged(serverId, await this.#deps.store.read(serverId));
    const { runs, examples } = entryOf(file, key);
    return { runs, examples };
  }

  /** Keeps arguments under a name; gives what was left out of them. Throws BAD_INPUT, IO. */
  async save(serverId: string, key: EntryKey, { name, text }: { name: string; text: string }) {
    if (text.length > MOST_CHARS) throw new HostError('BAD_INPUT', 'These arguments are too large to be kept.');
    const session = this.#deps.session(serverId);
    const { leftOut, text: kept } = cleaned(text, key, session);
    const id = randomBytes(6).toString('hex');
    const example: SavedExample = { id, name, at: Date.now(), text: kept, ...(leftOut.length > 0 ? { leftOut } : {}) };
    await this.#deps.store.update(serverId, (file) => withExample(file, key, example));
    return { id, leftOut };
  }

  /** Forgets one entry of a tool or prompt, or without an id all its earlier runs. Throws IO. */
  async remove(serverId: string, key: EntryKey, id: string | undefined): Promise<void> {
    await this.#flush(serverId);
    await this.#deps.store.update(serverId, (file) => without(file, key, id));
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
      const kept = keptRun(run);
      if (kept) merged = withRun(merged, run.key, kept);
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

/** The key of an entry; that of a tool has no second part. */
export const keyOf = (tool: string, of: 'tool' | 'prompt' | undefined): EntryKey =>
  of === 'prompt' ? { tool, of } : { tool };

function cleaned(text: string, { tool, of }: EntryKey, session: LiveSession | undefined): WithoutSecrets {
  // Arguments of prompts have no schema: their names tell which are secrets.
  if (of === 'prompt') return withoutSecrets(text, undefined, session?.redact);
  const schema = session?.core.items('tools').items.find(({ name }) => name === tool)?.inputSchema;
  return withoutSecrets(text, schema, session?.redact);
}

/** Undefined for arguments that are not kept. */
function keptRun({ id, key, at, input, session, end }: Started): EarlierRun | undefined {
  const text = textOf(input);
  if (text === undefined || text.length > MOST_CHARS) return undefined;
  const { text: kept, leftOut } = cleaned(text, key, session);
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
