import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keepsHeaderValues } from '#shared/keeps-header-values.ts';
import type { KeptSession } from '#shared/traffic.ts';
import { ownerLives } from '../store/owner-lives.ts';
import { folderFacts, SESSION_FOLDER } from '../store/retention.ts';
import { readSessionFile, type SessionMeta } from '../store/session-file.ts';

/** A session folder and what its session file says. */
export interface KeptFolder {
  dir: string;
  meta: SessionMeta;
}

interface Known {
  /** Which session.json was read: it is replaced as a whole. */
  file: string;
  meta: SessionMeta | undefined;
  /** Of a session that has ended: looked at once. */
  facts?: { bytes: number; endedAt: number };
}

/** The session folders of a data folder. Only their session files are read, each once until it changes. */
export class KeptList {
  readonly #sessionsDir: string;
  readonly #known = new Map<string, Known>();

  constructor(sessionsDir: string) {
    this.#sessionsDir = sessionsDir;
  }

  /** The folder of a session; undefined when there is none. */
  async find(sessionId: string): Promise<KeptFolder | undefined> {
    for (const name of await this.#names()) {
      const { meta } = await this.#read(name);
      if (meta?.sessionId === sessionId) return { dir: join(this.#sessionsDir, name), meta };
    }
    return undefined;
  }

  /** All sessions, or those of one server, newest first. Folders without a readable session file are left out. */
  async list(serverId?: string): Promise<KeptSession[]> {
    const names = await this.#names();
    const there = new Set(names);
    for (const name of this.#known.keys()) if (!there.has(name)) this.#known.delete(name);
    const found: KeptSession[] = [];
    for (const name of names) {
      const known = await this.#read(name);
      if (!known.meta || (serverId !== undefined && known.meta.serverId !== serverId)) continue;
      found.push(await this.#describe(name, known, known.meta));
    }
    // Names tell the second only.
    return found.sort((a, b) => b.startedAt - a.startedAt);
  }

  async #describe(name: string, known: Known, meta: SessionMeta): Promise<KeptSession> {
    const running = !meta.closed && ownerLives(meta.owner);
    const { bytes, endedAt } = known.facts ?? (await folderFacts(this.#sessionsDir, name, meta));
    if (!running) known.facts = { bytes, endedAt };
    return {
      id: meta.sessionId,
      serverId: meta.serverId,
      serverName: meta.config.name,
      startedAt: meta.startedAt,
      ...(running ? {} : { endedAt }),
      running,
      over: meta.config.endpoint.kind,
      ...(meta.closed ? { reason: meta.closed.reason } : {}),
      ...(meta.closed?.exit ? { exit: meta.closed.exit } : {}),
      bytes,
      pinned: meta.pinned === true,
      ...(keepsHeaderValues(meta.config) ? { headersKept: true } : {}),
    };
  }

  /** Names begin with the time, so their order is their age. */
  async #names(): Promise<string[]> {
    const names = await readdir(this.#sessionsDir).catch(() => []);
    return names
      .filter((name) => SESSION_FOLDER.test(name))
      .sort()
      .reverse();
  }

  async #read(name: string): Promise<Known> {
    const dir = join(this.#sessionsDir, name);
    const is = await stat(join(dir, 'session.json')).catch(() => undefined);
    const file = `${is?.ino} ${is?.mtimeMs} ${is?.size}`;
    const known = this.#known.get(name);
    if (known?.file === file) return known;
    const read: Known = { file, meta: readSessionFile(dir) };
    this.#known.set(name, read);
    return read;
  }
}
