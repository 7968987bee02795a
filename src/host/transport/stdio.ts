import { type Transport, TransportError, type TransportEvents } from '#core/ports.ts';
import type { ChildRegistry } from '../launch/child-registry.ts';
import { type LaunchContext, type LaunchServer, planLaunch } from '../launch/plan-launch.ts';
import type { BodyStore } from './body-store.ts';
import { startChild } from './child-program.ts';
import type { Program } from './program.ts';
import { ProgramTransport } from './program-transport.ts';

export interface StdioOptions {
  server: LaunchServer;
  maxLineBytes: number;
  bodies: BodyStore;
  launch: LaunchContext;
  /** Told of every process from its start until its whole tree is gone. */
  children?: ChildRegistry;
}

/** A server that is a program of this computer and speaks on its stdin and stdout. Each transport is one process. */
export function createStdioTransport(options: StdioOptions): Transport {
  const { server, maxLineBytes, bodies } = options;
  const start = async (events: TransportEvents): Promise<Program> => {
    const { program, ...plan } = await planLaunch(server, options.launch);
    events.started({ launch: plan.facts });
    for (const note of plan.notes) events.note({ what: 'launch.note', ...note });
    const [problem] = plan.problems;
    if (problem || program === undefined) throw new TransportError(problem ?? NOT_PLANNED);
    return startChild({ ...plan, program }, options.children);
  };
  return new ProgramTransport({ start, maxLineBytes, bodies });
}

const NOT_PLANNED = {
  rule: 'dx-enoent-none',
  title: 'The program was not found',
  why: 'The command names no program.',
  todo: 'Choose the program in the settings of this server.',
  short: 'Program not found',
};
