import { randomBytes } from 'node:crypto';
import { type FSWatcher, watch } from 'node:fs';
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { z } from 'zod';
import { HostError, messageOf } from '#shared/errors.ts';
import { isObject } from '#shared/json.ts';

/** The format number of every JSON file of the data folder. */
const FORMAT = 1;
const STALE_MS = 10_000;
const RETRIES = { retries: 30, factor: 1.3, minTimeout: 20, maxTimeout: 400 };
const SETTLE_MS = 100;

export interface JsonFileOptions<T> {
  path: string;
  schema: z.ZodType<T>;
  /** The value of a file that does not exist. */
  empty(): T;
  /** Told when a damaged file was put aside; `message` is for a person. */
  onProblem(problem: HostError): void;
}

/** One JSON file that several hosts share: written whole, by temporary file and rename, under a lock. Mode 0600. */
export interface JsonFile<T> {
  /** A damaged file is put aside first and counts as empty. Throws IO when the file is there but cannot be read. */
  read(): Promise<T>;
  /** Reads again under the lock, changes, writes. Gives the new value. Throws IO. */
  update(change: (value: T) => T): Promise<T>;
  /**
   * Tells every new content: at once when it came by `update`, a little later when another host wrote it.
   * A file that cannot be understood is left for `read`. Returns the stop.
   */
  watch(fn: (value: T) => void): () => void;
}

export function createJsonFile<T>(options: JsonFileOptions<T>): JsonFile<T> {
  return new SharedFile(options);
}

class SharedFile<T> implements JsonFile<T> {
  readonly #options: JsonFileOptions<T>;
  readonly #watchers = new Set<(value: T) => void>();
  /** The content the watchers know. */
  #told: string | undefined;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: JsonFileOptions<T>) {
    this.#options = options;
  }

  async read(): Promise<T> {
    const { path, empty, onProblem } = this.#options;
    const text = await readText(path);
    if (text === undefined) return empty();
    const value = this.#parse(text);
    if (value !== undefined) return value;
    const problem = await putAside(path);
    if (problem) onProblem(problem);
    return empty();
  }

  update(change: (value: T) => T): Promise<T> {
    // One at a time: this host's own changes need not fight for the lock.
    const done = this.#queue.then(() => this.#change(change));
    this.#queue = done.catch(() => undefined);
    return done;
  }

  watch(fn: (value: T) => void): () => void {
    const { path } = this.#options;
    this.#watchers.add(fn);
    // What is there now is no news.
    const known = readText(path).then(
      (text) => {
        this.#told ??= text;
      },
      () => undefined, // it cannot be read now; the next change is told
    );
    const stop = watchFile(path, () => known.then(() => this.#look()));
    return () => {
      this.#watchers.delete(fn);
      stop();
    };
  }

  async #change(change: (value: T) => T): Promise<T> {
    const { path } = this.#options;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    const { text, value } = await locked(path, async () => {
      const changed = change(await this.read());
      const written = `${JSON.stringify(changed, null, 2)}\n`;
      if (written !== (await readText(path))) await writeWhole(path, written);
      return { text: written, value: changed };
    });
    this.#tell(text, value);
    return value;
  }

  async #look(): Promise<void> {
    const text = await readText(this.#options.path);
    const value = text === undefined ? this.#options.empty() : this.#parse(text);
    if (value !== undefined) this.#tell(text, value);
  }

  #tell(text: string | undefined, value: T): void {
    if (text === this.#told) return;
    this.#told = text;
    for (const fn of this.#watchers) fn(value);
  }

  /** Undefined when it is damaged. Throws IO when a later version of this app wrote it. */
  #parse(text: string): T | undefined {
    let content: unknown;
    try {
      content = JSON.parse(text.replace(/^\uFEFF/, ''));
    } catch {
      return undefined; // not JSON; the caller decides what that means
    }
    if (isObject(content) && typeof content.format === 'number' && content.format > FORMAT) {
      const { path } = this.#options;
      const why = `"${path}" was written by a later version of this app (format ${content.format}).`;
      throw new HostError('IO', `${why} It was not changed. Update this app, or choose another data folder.`);
    }
    const result = this.#options.schema.safeParse(content);
    return result.success ? result.data : undefined;
  }
}

async function readText(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new HostError('IO', `"${path}" cannot be read: ${messageOf(error)}. Nothing in it was changed.`);
  }
}

/** Undefined when somebody else has just done it. */
async function putAside(path: string): Promise<HostError | undefined> {
  const aside = `${path}.damaged-${new Date().toISOString().replace(/[-:]/g, '').replace(/\..*/, '')}-${randomBytes(2).toString('hex')}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw new HostError('IO', `"${path}" is damaged and could not be put aside: ${messageOf(error)}.`);
  }
  const text = `"${basename(path)}" could not be understood, so this app starts with an empty one. The damaged file is kept as "${aside}". Correct it there and copy it back to get its content again.`;
  return new HostError('IO', text, { path, aside });
}

async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}-${randomBytes(4).toString('hex')}.tmp`;
  try {
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw new HostError('IO', `"${path}" cannot be written: ${messageOf(error)}. Its old content is still there.`);
  }
}

/** Runs with the lock of a file held; another host's lock is waited for. Throws IO after about ten seconds. */
export async function locked<R>(path: string, fn: () => Promise<R>): Promise<R> {
  // Loaded when needed: a single command mostly writes no shared file, and starts sooner without.
  const { default: lockfile } = await import('proper-lockfile');
  let release: () => Promise<void>;
  try {
    release = await lockfile.lock(path, {
      realpath: false,
      stale: STALE_MS,
      retries: RETRIES,
      // The work under the lock is a few milliseconds; after a long sleep of the computer the rename is still whole.
      onCompromised: () => undefined,
    });
  } catch (error) {
    const text = `"${path}" is locked by another program: ${messageOf(error)}. Close other windows of this app and try again.`;
    throw new HostError('IO', text);
  }
  try {
    return await fn();
  } finally {
    await release().catch(() => undefined);
  }
}

/** Watches the folder, because a rename replaces the file itself. */
function watchFile(path: string, onChange: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;
  const name = basename(path);
  const soon = (): void => {
    clearTimeout(timer);
    // A file that cannot be read now is looked at again at the next change or read.
    timer = setTimeout(() => onChange().catch(() => undefined), SETTLE_MS);
    timer.unref();
  };
  try {
    watcher = watch(dirname(path), { persistent: false }, (_kind, changed) => {
      if (changed === null || changed === name) soon();
    });
    watcher.on('error', () => watcher?.close());
  } catch {
    watcher = undefined; // no watching on this file system; changes are seen at the next read
  }
  return () => {
    clearTimeout(timer);
    watcher?.close();
  };
}
