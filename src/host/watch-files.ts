import { type Dirent, type FSWatcher, watch } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { messageOf } from '#shared/errors.ts';

/** Folders that are watched for one server at most. */
const MAX_FOLDERS = 2000;
/** Never looked into: what tools write there by themselves is no change of the server. */
const IGNORED = new Set(['node_modules', '.git', '__pycache__']);
/** Swap and lock files that editors keep beside an open file. */
const EDITOR = /^(\.#.*|.*~|\..*\.sw[a-z]|4913|\.DS_Store)$/;
/** Clocks of files are coarser than ours, milliseconds. */
const CLOCK_SLACK_MS = 50;

export interface WatchFilesOptions {
  /** Absolute folder that the patterns are relative to. */
  root: string;
  /** Files, folders (everything below them), or paths with `*`, `?` and `**`. */
  patterns: readonly string[];
  /** A file changed, came or went; relative to the root, with `/`. */
  onChange(path: string): void;
  /** Something is not watched; a plain sentence. */
  onNote(text: string): void;
  maxFolders?: number;
}

/** One pattern, taken apart. */
interface Wanted {
  /** Where to begin, absolute: the pattern itself, or what comes before its first wildcard. */
  base: string;
  /** Files in folders below the base may fit. */
  deep: boolean;
  fits(file: string): boolean;
}

function wantedOf(root: string, pattern: string): Wanted {
  const parts = pattern.split(/[/\\]/);
  const wild = parts.findIndex((part) => /[*?]/.test(part));
  if (wild < 0) {
    const base = resolve(root, pattern);
    const below = base.endsWith(sep) ? base : base + sep;
    return { base, deep: true, fits: (file) => file === base || file.startsWith(below) };
  }
  const base = resolve(root, parts.slice(0, wild).join('/') || (pattern.startsWith('/') ? '/' : '.'));
  const shape = new RegExp(`^${parts.slice(wild).map(partShape).join('/').replaceAll('<deep>/', '(?:[^/]+/)*')}$`);
  const deep = parts.length - wild > 1 || parts[wild] === '**';
  const fits = (file: string) => {
    const inner = slashed(relative(base, file));
    return inner !== '..' && !inner.startsWith('../') && shape.test(inner);
  };
  return { base, deep, fits };
}

/** One part of a glob as a regular expression; `**` alone stands for any folders, at the end for any files. */
function partShape(part: string, index: number, parts: string[]): string {
  if (part === '**') return index === parts.length - 1 ? '.+' : '<deep>';
  return part
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll(/\*+/g, '[^/]*')
    .replaceAll('?', '[^/]');
}

const slashed = (path: string): string => (sep === '/' ? path : path.replaceAll(sep, '/'));

/** Watches folder by folder, so that a file that is replaced by renaming counts and no file needs a watcher of its own. */
class FileWatch {
  readonly #options: WatchFilesOptions;
  readonly #max: number;
  readonly #wanted: Wanted[];
  readonly #folders = new Map<string, { watcher: FSWatcher; deep: boolean }>();
  readonly #since = Date.now();
  #full = false;
  #ended = false;

  constructor(options: WatchFilesOptions) {
    this.#options = options;
    this.#max = options.maxFolders ?? MAX_FOLDERS;
    this.#wanted = options.patterns.map((pattern) => wantedOf(options.root, pattern));
  }

  async begin(): Promise<void> {
    for (const { base, deep } of this.#wanted) {
      const found = await stat(base).catch(() => undefined);
      if (found?.isDirectory()) await this.#enter(base, deep, false);
      // A file, or something that is not there yet: its folder tells when it comes.
      else if (await isFolder(dirname(base))) await this.#enter(dirname(base), false, false);
      else this.#note(`${this.#shown(base)} is not there, so it is not watched.`);
    }
  }

  end(): void {
    this.#ended = true;
    for (const path of [...this.#folders.keys()]) this.#leave(path);
  }

  /** Watches a folder, `deep` with everything below. Of a folder that came later its files count as changed. */
  async #enter(path: string, deep: boolean, isNew: boolean): Promise<void> {
    if (!this.#watch(path, deep) || !deep) return;
    let names: Dirent[];
    try {
      names = await readdir(path, { withFileTypes: true });
    } catch {
      return; // it went again
    }
    for (const entry of names) {
      if (this.#ended) return;
      const inner = join(path, entry.name);
      if (entry.isDirectory() && !IGNORED.has(entry.name)) await this.#enter(inner, true, isNew);
      else if (isNew && entry.isFile()) this.#tell(inner);
    }
  }

  /** False when it is watched already or cannot be. */
  #watch(path: string, deep: boolean): boolean {
    const known = this.#folders.get(path);
    if (known) {
      const more = deep && !known.deep;
      known.deep ||= deep;
      return more;
    }
    if (this.#ended || this.#full) return false;
    if (this.#folders.size >= this.#max) return this.#fill(`${this.#max} folders are watched, the most there may be.`);
    try {
      const watcher = watch(path, { persistent: false }, (kind, name) => void this.#seen(path, kind, name));
      watcher.on('error', () => this.#leave(path));
      this.#folders.set(path, { watcher, deep });
      return true;
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : undefined;
      if (code === 'ENOENT') return false;
      if (code === 'ENOSPC' || code === 'EMFILE') return this.#fill('The system lets this app watch no more folders.');
      this.#note(`${this.#shown(path)} cannot be watched: ${messageOf(error)}`);
      return false;
    }
  }

  #fill(why: string): false {
    this.#full = true;
    this.#note(`${why} Changes elsewhere are not seen. Name fewer folders under Watch.`);
    return false;
  }

  #leave(path: string): void {
    this.#folders.get(path)?.watcher.close();
    this.#folders.delete(path);
  }

  async #seen(folder: string, kind: string, name: string | null): Promise<void> {
    if (this.#ended || name === null || IGNORED.has(name) || EDITOR.test(name)) return;
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (this.#ended) return;
    if (!found) {
      for (const inner of [...this.#folders.keys()]) {
        if (inner === path || inner.startsWith(path + sep)) this.#leave(inner);
      }
      this.#tell(path);
    } else if (found.isDirectory()) {
      const below = this.#folders.get(folder)?.deep || this.#wanted.some((one) => one.base === path && one.deep);
      if (kind === 'rename' && below) await this.#enter(path, true, true);
    } else if (Math.max(found.mtimeMs, found.ctimeMs) >= this.#since - CLOCK_SLACK_MS) {
      // Some systems tell at first what happened before.
      this.#tell(path);
    }
  }

  #tell(file: string): void {
    if (this.#ended || EDITOR.test(basename(file))) return;
    if (this.#wanted.some(({ fits }) => fits(file))) this.#options.onChange(this.#shown(file));
  }

  #note(text: string): void {
    if (!this.#ended) this.#options.onNote(text);
  }

  #shown(path: string): string {
    return slashed(relative(this.#options.root, path)) || '.';
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false;
}

/** What came of watching: `ready` resolves when every folder is watched; `end` may be called at any time. */
export interface FileWatchHandle {
  ready: Promise<void>;
  end(): void;
}

/** Watches files and folders for changes. Never rejects; what cannot be watched is told as a note. */
export function watchFiles(options: WatchFilesOptions): FileWatchHandle {
  const watching = new FileWatch(options);
  const ready = watching.begin().catch((error: unknown) => options.onNote(`Watching failed: ${messageOf(error)}`));
  return { ready, end: () => watching.end() };
}
