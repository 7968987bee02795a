import { posix, win32 } from 'node:path';
import type { StdioEndpoint } from '#shared/config.ts';
import type { Failure, LaunchFacts } from '#shared/session.ts';
import { ChildEnvironment } from './child-environment.ts';
import { readEnvFile } from './env-file.ts';
import { heldBackNames, heldBackNote, inheritedEnvironment, type Variables, variable } from './environment.ts';
import { createFileView, type FileView } from './file-view.ts';
import { Filled, type LaunchNote } from './filled.ts';
import { envFileFailure, inputFailure } from './input-failures.ts';
import { folderFailure, programFailure, secretFailure } from './launch-failures.ts';
import { LaunchScope, type Referable } from './launch-scope.ts';
import { type Located, locateProgram } from './locate-program.ts';
import type { LoginShell, ShellAnswer } from './login-shell.ts';
import { folderProblem, foldersOf, separatorOf } from './resolve-program.ts';
import { usualPlaces } from './usual-places.ts';

/** What this computer and app are, as far as starting a program goes. */
export interface LaunchHost {
  platform: NodeJS.Platform;
  /** The environment of this app. */
  env: Variables;
  home: string;
  /** The login shell, asked for every server or only for one that needs it. Absent means it is not asked. */
  shell?: { read: LoginShell['read']; when: 'always' | 'needed' } | undefined;
  /** Absent means the files of this computer. */
  files?: FileView;
}

/** That, with the secrets of one server. */
export interface LaunchContext extends LaunchHost {
  /** The value of a stored secret. Who gives it also tells the session's redactor. */
  secret(name: string): Promise<string | undefined>;
  /** Told of a value that must not be shown although it is no stored secret. */
  hide?(name: string, value: string): void;
}

/** A program to start, with what the references in its settings point to. */
export interface LaunchServer extends Referable {
  endpoint: StdioEndpoint;
}

export interface LaunchPlan {
  /** Absolute; absent when it was not found. */
  program?: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  /** Without the values of secrets. */
  facts: LaunchFacts;
  /** What `facts.notes` says, with how much it matters. */
  notes: LaunchNote[];
  /** Each one is a reason why this cannot start, the first one first. */
  problems: Failure[];
}

/** Works out what would run: absolute program, folder and environment, each with where it came from. Starts nothing. */
export async function planLaunch(server: LaunchServer, context: LaunchContext): Promise<LaunchPlan> {
  const { shell } = context;
  const asked = shell && (shell.when === 'always' || server.endpoint.inherit === 'shell');
  const plan = await planWith(server, context, asked ? await shell.read() : undefined);
  if (!shell || asked || plan.program !== undefined) return plan;
  return planWith(server, context, await shell.read());
}

async function planWith(server: LaunchServer, context: LaunchContext, answer: ShellAnswer = {}): Promise<LaunchPlan> {
  const { endpoint } = server;
  const { platform, home, env } = context;
  const { env: block } = endpoint;
  const { secret, hide } = context;
  const scope = await LaunchScope.open({ server, block, platform, home, env, shell: answer.env, secret, hide });
  const filled = new Filled();
  const place = placeOf(server, scope, filled);
  const file = await envFileOf(endpoint, place.cwd, { scope, filled });
  if (file && 'variables' in file) scope.withFile(file.variables);
  const inherited = inheritedEnvironment({ inherit: endpoint.inherit, platform, env, shell: answer.env });
  const variables = file && 'variables' in file ? file : undefined;
  const child = new ChildEnvironment({ inherited: inherited.values, file: variables, block, scope, filled, hide });
  const command = filled.take(scope.text(endpoint.command), 'command', 'the command').value;
  const args = endpoint.args.flatMap((arg) => scope.list(arg)).map((arg) => filled.take(arg, 'args', 'the arguments'));
  const located = await locate(command, { context, child, cwd: place.cwd, fromShell: inherited.fromShell, answer });
  const found = located.found ? located : undefined;
  const added = found ? addFolders(child, found.add, platform) : [];
  const heldBack = heldBackNames(child.env, env, answer.env);
  const heldNote = heldBackNote(heldBack);
  const notes: LaunchNote[] = [
    ...filled.notes(),
    ...[place.note, ...added, shellNote(answer, endpoint), heldNote].flatMap((text) =>
      text === undefined ? [] : [{ text, level: 'info' as const }],
    ),
  ];
  const folder = await folderProblem(place.cwd);
  const problems = [
    ...(folder ? [folderFailure(folder, place.cwd)] : []),
    ...(located.found ? [] : [programFailure(command, located, platform)]),
    ...(file && 'problem' in file ? [envFileFailure(file.problem, file.path)] : []),
    ...child.missing.map(secretFailure),
    ...[...filled.open].map(([id, field]) => inputFailure(id, server.inputs?.[id], field)),
  ];
  return {
    ...(found ? { program: found.program } : {}),
    args: args.map((arg) => arg.value),
    cwd: place.cwd,
    env: child.env,
    facts: {
      command: [found?.program ?? command, ...args.map((arg) => arg.shown)],
      cwd: place.cwd,
      env: child.entries(),
      ...(found ? { foundIn: found.foundIn, foundBy: found.foundBy } : {}),
      ...(heldBack.length > 0 ? { heldBack } : {}),
      ...(notes.length > 0 ? { notes: notes.map((note) => note.text) } : {}),
    },
    notes,
    problems,
  };
}

interface Filling {
  scope: LaunchScope;
  filled: Filled;
}

/** The working folder. A relative one starts at the folder of the file the server was read from, or else at home. */
function placeOf(server: LaunchServer, scope: LaunchScope, filled: Filled): { cwd: string; note: string | undefined } {
  const path = scope.platform === 'win32' ? win32 : posix;
  const file = server.origin?.file;
  const base = file === undefined ? scope.home : path.dirname(file);
  scope.withWorkspace(base);
  if (server.workspaceFolder !== undefined) {
    const folder = filled.take(scope.text(server.workspaceFolder), 'cwd', 'the workspace folder');
    scope.withWorkspace(path.resolve(base, folder.value));
  }
  const { cwd } = server.endpoint;
  const written = cwd === undefined ? scope.home : filled.take(scope.text(cwd), 'cwd', 'the working folder').value;
  const resolved = path.resolve(base, written);
  if (server.workspaceFolder === undefined) scope.withWorkspace(resolved);
  if (path.isAbsolute(written)) return { cwd: resolved, note: undefined };
  const from = file === undefined ? 'the home folder' : `the folder of "${file}"`;
  return { cwd: resolved, note: `The working folder "${written}" is taken relative to ${from}.` };
}

async function envFileOf({ envFile }: StdioEndpoint, cwd: string, { scope, filled }: Filling) {
  if (envFile === undefined) return undefined;
  const path = scope.platform === 'win32' ? win32 : posix;
  const file = path.resolve(cwd, filled.take(scope.text(envFile), 'env', 'the path of the environment file').value);
  return { path: file, ...(await readEnvFile(file)) };
}

interface Surroundings {
  context: LaunchContext;
  child: ChildEnvironment;
  cwd: string;
  fromShell: readonly string[];
  answer: ShellAnswer;
}

function locate(command: string, { context, child, cwd, fromShell, answer }: Surroundings): Promise<Located> {
  const { platform, home, env } = context;
  const files = context.files ?? createFileView(platform);
  return locateProgram({
    command,
    cwd,
    path: child.get('PATH') ?? '',
    pathExt: child.get('PATHEXT'),
    platform,
    files,
    fromShell,
    shellPath: answer.env === undefined ? undefined : variable(answer.env, 'PATH', platform),
    usual: () => usualPlaces({ platform, home, env: { ...env, ...answer.env }, files }),
  });
}

type Added = Extract<Located, { found: true }>['add'];

/** Puts folders on the PATH of a program; gives a sentence for each. */
function addFolders(child: ChildEnvironment, add: Added, platform: NodeJS.Platform): string[] {
  const notes: string[] = [];
  for (const { folder, why, name } of add) {
    const folders = foldersOf(child.get('PATH') ?? '', platform);
    if (folders.includes(folder)) continue;
    const all = why === 'program' ? [folder, ...folders] : [...folders, folder];
    child.change('PATH', all.join(separatorOf(platform)));
    const whose = why === 'program' ? `"${name}" was found there` : `the program needs "${name}", which is there`;
    notes.push(`${folder} was added to the PATH of the server, because ${whose}.`);
  }
  return notes;
}

function shellNote({ problem }: ShellAnswer, { inherit }: StdioEndpoint): string | undefined {
  if (problem === undefined) return undefined;
  return inherit === 'shell' ? `${problem} The server gets the environment of this app instead.` : problem;
}
