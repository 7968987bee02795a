import { access, constants, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Failure } from '#shared/session.ts';
import { missedProgram } from './dx-launch-rules.ts';
import type { Evidence, LookedUp } from './evidence.ts';
import { portOwner } from './port-owner.ts';

/** Names under which the same program is found elsewhere. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  python: ['python3'],
  pip: ['pip3'],
  node: ['nodejs'],
  nodejs: ['node'],
  docker: ['podman'],
};
/** How long may be looked, milliseconds: a person waits for the words. */
const LIMIT_MS = 1500;

export interface LookUpPlaces {
  /** Folders in which programs are looked for, besides the PATH the server had. */
  folders(): Promise<readonly string[]>;
}

/** Looks on this computer for what a way out of this failure needs; undefined when there is nothing to look for. */
export async function lookUp(
  failure: Failure,
  evidence: Evidence,
  places: LookUpPlaces,
): Promise<LookedUp | undefined> {
  const looking = lookFor(failure, evidence, places).catch(() => undefined); // a failure to look changes nothing
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), LIMIT_MS);
  });
  try {
    return await Promise.race([looking, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function lookFor(failure: Failure, evidence: Evidence, places: LookUpPlaces): Promise<LookedUp | undefined> {
  switch (failure.rule) {
    case 'dx-enoent-none': {
      const missed = missedProgram(evidence);
      const program = missed && (await programElsewhere(missed.name, await places.folders()));
      return program === undefined ? undefined : { program };
    }
    case 'dx-cwd': {
      const cwd = evidence.problem?.kind === 'folder' ? evidence.problem.cwd : undefined;
      const folder = cwd === undefined ? undefined : await nearestFolder(cwd);
      return folder === undefined ? undefined : { folder };
    }
    case 'dx-port': {
      const port = /Port (\d+) is taken/.exec(failure.short)?.[1];
      const owner = port === undefined ? undefined : await portOwner(Number(port));
      return owner && { owner };
    }
    default:
      return undefined;
  }
}

async function programElsewhere(name: string, folders: readonly string[]): Promise<string | undefined> {
  const base = basename(name);
  for (const wanted of [base, ...(ALSO[base] ?? [])]) {
    for (const folder of folders) {
      const file = join(folder, wanted);
      if (file !== name && (await runs(file))) return file;
    }
  }
  return undefined;
}

async function runs(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return (await stat(file)).isFile();
  } catch {
    return false; // not there, or not for this account
  }
}

/** The nearest folder above that exists; none when only the root is left. */
async function nearestFolder(cwd: string): Promise<string | undefined> {
  for (let folder = dirname(cwd); folder !== dirname(folder); folder = dirname(folder)) {
    const is = await stat(folder).then(
      (found) => found.isDirectory(),
      () => false,
    );
    if (is) return folder;
  }
  return undefined;
}
