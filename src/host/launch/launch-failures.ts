import type { StdioEndpoint } from '#shared/config.ts';
import type { Failure } from '#shared/session.ts';
import { diagnose } from './diagnosis.ts';
import type { Evidence, LaunchProblem } from './evidence.ts';
import type { ProgramAnswer } from './resolve-program.ts';

const NOTHING: StdioEndpoint = { kind: 'stdio', command: '?', args: [], env: {}, inherit: 'short' };

/** By the rule table. */
function launchFailure(evidence: Partial<Evidence>): Failure {
  return diagnose({ endpoint: NOTHING, phase: 'launch', elapsedMs: 0, stderrTail: [], noiseTail: [], ...evidence });
}

function problemFailure(problem: LaunchProblem, platform?: NodeJS.Platform): Failure {
  return launchFailure({ problem, ...(platform === undefined ? {} : { platform }) });
}

/** The program cannot be started; `answer` says in which way. */
export function programFailure(
  command: string,
  answer: Extract<ProgramAnswer, { found: false }>,
  platform: NodeJS.Platform,
): Failure {
  return problemFailure({ kind: 'program', command, answer }, platform);
}

/** The working folder cannot be used. */
export function folderFailure(problem: 'missing' | 'not-a-folder' | 'no-access', cwd: string): Failure {
  return problemFailure({ kind: 'folder', problem, cwd });
}

/** A setting points to a secret that has no value on this computer. */
export function secretFailure(name: string): Failure {
  return problemFailure({ kind: 'secret', name });
}

/**
 * The system refused to start a program that was found. `code` is its error code, such as E2BIG. The ways out need the
 * settings, so they are worked out when the session fails.
 */
export function spawnFailure(program: string, code: string, message: string): Failure {
  const endpoint = { ...NOTHING, command: program };
  const { fixes: _, ...words } = launchFailure({ endpoint, code, message, platform: process.platform });
  return words;
}
