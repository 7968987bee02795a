import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { access, copyFile, lstat, mkdir, open, readdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join } from 'node:path';
import type { ExportPlan } from '#shared/candidates.ts';
import type { ClientId, ServerConfig } from '#shared/config.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import { type Computer, claudeStoreFiles, storeFolderOf, userFilesOf } from './exchange-formats/client-places.ts';
import { editConfig } from './exchange-formats/edit-config.ts';
import { exportEntries } from './exchange-formats/export-text.ts';
import { MAX_TEXT } from './exchange-formats/parse-document.ts';

/** Plans nobody carried out; the oldest is forgotten. */
const MAX_PLANS = 20;

interface Planned {
  path: string;
  /** The text of the file when it was planned; undefined when there was none. */
  before: string | undefined;
  after: string;
}

/** What is to be written for whom; `path` is the client's usual file when absent. */
export interface PlanRequest {
  client: ClientId;
  configs: readonly ServerConfig[];
  path?: string | undefined;
}

/** Changes of other programs' files that were shown and may be carried out. */
export interface ExportPlans {
  /** Where a client reads its servers on this computer: the file that exists, else the usual one. */
  pathFor(client: ClientId): Promise<string>;
  /** What writing would change; nothing is written. Throws BAD_INPUT, IO. */
  plan(request: PlanRequest): Promise<ExportPlan>;
  /** Carries out a plan once, after a backup. Throws NOT_FOUND, CONFLICT when the file is another one now, IO. */
  write(token: string): Promise<{ path: string; backup?: string }>;
}

/** Plans of one host; `now` names the backups. */
export function createExportPlans(computer: Computer, now: () => Date): ExportPlans {
  const plans = new Map<string, Planned>();
  const pathFor = async (client: ClientId) => {
    const paths = [...(client === 'claude-desktop' ? await fromStore(computer) : []), ...userFilesOf(client, computer)];
    for (const path of paths) if (await exists(path)) return path;
    return userFilesOf(client, computer)[0] ?? '';
  };
  return {
    pathFor,
    plan: async ({ client, configs, path: given }) => {
      if (given !== undefined && !isAbsolute(given))
        throw new HostError('BAD_INPUT', `"${given}" is not an absolute path. Enter the whole path of the file.`);
      const path = await followed(given ?? (await pathFor(client)));
      const before = await readOwn(path);
      const exported = exportEntries(client, configs);
      const edited = editConfig(before, exported, basename(path));
      if ('problem' in edited) throw new HostError('BAD_INPUT', `"${path}": ${edited.problem}`);
      const token = randomBytes(16).toString('hex');
      plans.set(token, { path, before, after: edited.after });
      const [oldest] = plans.keys();
      if (plans.size > MAX_PLANS && oldest !== undefined) plans.delete(oldest);
      return {
        token,
        path,
        exists: before !== undefined,
        before: before ?? '',
        after: edited.after,
        notes: [...exported.notes, ...edited.notes],
      };
    },
    write: async (token) => {
      const planned = plans.get(token);
      if (!planned)
        throw new HostError('NOT_FOUND', 'This change was already written or is too old. Look at it again.');
      const { path, before, after } = planned;
      if ((await readOwn(path)) !== before) {
        plans.delete(token);
        const text = `"${path}" was changed by another program since you saw the change. Nothing was written. Look at it again.`;
        throw new HostError('CONFLICT', text);
      }
      const backup = before === undefined || before === after ? undefined : await backUp(path, now());
      if (before !== after) await replace(path, after);
      plans.delete(token);
      return { path, ...(backup === undefined ? {} : { backup }) };
    },
  };
}

async function fromStore(computer: Computer): Promise<string[]> {
  const folder = storeFolderOf(computer);
  if (folder === undefined) return [];
  const names = await readdir(folder).catch(() => []); // nothing from the store
  return claudeStoreFiles(folder, names);
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path, constants.F_OK);
    return true;
  } catch {
    return false; // not there, or not for us to see: then it is not the file to choose
  }
}

/** A link, as people keep their settings in one folder, is kept: its target is written. */
async function followed(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const link = await lstat(path).catch(() => undefined); // absent is the usual case
    if (link?.isSymbolicLink()) throw new HostError('IO', `"${path}" is a link to a file that does not exist.`);
    return path;
  }
}

/** The text of a file; undefined when there is none. */
async function readOwn(path: string): Promise<string | undefined> {
  try {
    const { size, isFile } = await stat(path).then((found) => ({ size: found.size, isFile: found.isFile() }));
    if (!isFile) throw new HostError('IO', `"${path}" is not a file.`);
    if (size > MAX_TEXT) throw new HostError('IO', `"${path}" has ${size} bytes; the limit is ${MAX_TEXT}.`);
    const bytes = await readFile(path);
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof HostError) throw error;
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    const why = error instanceof TypeError ? 'it is not UTF-8 text' : messageOf(error);
    throw new HostError('IO', `"${path}" cannot be read: ${why}. Nothing in it was changed.`);
  }
}

/** A copy beside the file; an older one is never replaced. */
async function backUp(path: string, at: Date): Promise<string> {
  const stamp = at.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  for (let n = 1; ; n += 1) {
    const backup = `${path}.${stamp}${n === 1 ? '' : `-${n}`}.bak`;
    try {
      await copyFile(path, backup, constants.COPYFILE_EXCL);
      return backup;
    } catch (error) {
      const taken = error instanceof Error && 'code' in error && error.code === 'EEXIST';
      if (!taken || n > 100)
        throw new HostError('IO', `"${path}" cannot be backed up: ${messageOf(error)}. Nothing was written.`);
    }
  }
}

/** Writes beside the file and renames, so that it is whole at every moment. The mode stays; a new file is private. */
async function replace(path: string, text: string): Promise<void> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomBytes(4).toString('hex')}.tmp`);
  try {
    const mode = (await stat(path).catch(() => undefined))?.mode; // no file yet
    await mkdir(dirname(path), { recursive: true });
    const file = await open(temporary, 'wx', 0o600);
    try {
      await file.writeFile(text);
      if (mode !== undefined) await file.chmod(mode & 0o777);
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
