import { posix, win32 } from 'node:path';
import type { StdioEndpoint } from '#shared/config.ts';
import type { Failure, LaunchFacts } from '#shared/session.ts';
import { launchEnvironment, variable } from './environment.ts';
import { folderFailure, programFailure, secretFailure } from './launch-failures.ts';
import { folderProblem, resolveProgram } from './resolve-program.ts';

/** What this computer and app are, as far as starting a program goes. */
export interface LaunchContext {
  platform: NodeJS.Platform;
  /** The environment of this app; the desktop shell merges the login shell's PATH into it. */
  env: Readonly<Record<string, string | undefined>>;
  home: string;
  /** The value of a stored secret. Who gives it also tells the session's redactor. */
  secret(name: string): Promise<string | undefined>;
}

export interface LaunchPlan {
  /** Absolute; absent when it was not found. */
  program?: string;
  args: string[];
  cwd: string;
  env: Record<string, string>;
  facts: LaunchFacts;
  /** Each one is a reason why this cannot start, the first one first. */
  problems: Failure[];
}

/** Works out what would run: absolute program, folder and environment, each with where it came from. Starts nothing. */
export async function planLaunch(endpoint: StdioEndpoint, context: LaunchContext): Promise<LaunchPlan> {
  const { platform, home } = context;
  const path = platform === 'win32' ? win32 : posix;
  const cwd = path.resolve(home, endpoint.cwd ?? '.');
  const environment = await launchEnvironment({ endpoint, platform, env: context.env, secret: context.secret });
  const pathExt = variable(environment.env, 'PATHEXT', platform);
  const answer = await resolveProgram({
    command: endpoint.command,
    cwd,
    path: variable(environment.env, 'PATH', platform) ?? '',
    ...(pathExt === undefined ? {} : { pathExt }),
    platform,
  });
  const folder = await folderProblem(cwd);
  const problems: Failure[] = [];
  if (folder) problems.push(folderFailure(folder, cwd));
  if (!answer.found) problems.push(programFailure(endpoint.command, answer, platform));
  for (const name of environment.missing) problems.push(secretFailure(name));
  const facts: LaunchFacts = {
    command: [answer.found ? answer.program : endpoint.command, ...endpoint.args],
    cwd,
    env: environment.entries,
    ...(answer.found ? { foundIn: answer.foundIn } : {}),
  };
  return {
    ...(answer.found ? { program: answer.program } : {}),
    args: [...endpoint.args],
    cwd,
    env: environment.env,
    facts,
    problems,
  };
}
