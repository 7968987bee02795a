import { contract, type WirebenchContract } from '#shared/contract.ts';
import type { Handlers, Port } from '#shared/rpc.ts';
import { serve } from '#shared/rpc-server.ts';
import { actHandlers } from './handlers/act-handlers.ts';
import { appHandlers } from './handlers/app-handlers.ts';
import { approvalHandlers } from './handlers/approval-handlers.ts';
import { compareHandlers } from './handlers/compare-handlers.ts';
import { driftHandlers } from './handlers/drift-handlers.ts';
import { earlierHandlers } from './handlers/earlier-handlers.ts';
import { exportHandlers } from './handlers/export-handlers.ts';
import { iconHandlers } from './handlers/icon-handlers.ts';
import { importHandlers } from './handlers/import-handlers.ts';
import { launchHandlers } from './handlers/launch-handlers.ts';
import { logHandlers } from './handlers/log-handlers.ts';
import { overviewHandlers } from './handlers/overview-handlers.ts';
import { providerHandlers } from './handlers/provider-handlers.ts';
import { ratesHandlers } from './handlers/rates-handlers.ts';
import { replyHandlers } from './handlers/reply-handlers.ts';
import { rootHandlers } from './handlers/root-handlers.ts';
import { ruleHandlers } from './handlers/rule-handlers.ts';
import { searchHandlers } from './handlers/search-handlers.ts';
import { serverHandlers } from './handlers/server-handlers.ts';
import { sessionHandlers } from './handlers/session-handlers.ts';
import { threadHandlers } from './handlers/thread-handlers.ts';
import { trialHandlers } from './handlers/trial-handlers.ts';
import { createHostCore } from './host-core.ts';
import type { HostOptions } from './host-options.ts';
import { createBatchPace } from './publish/batch-pace.ts';

/** The machine behind every shell: one per process, any number of pages. */
export interface Host {
  /** Serves the contract on a port until it closes; several pages see the same state. */
  attach(port: Port): void;
  /** Ends every server, its whole process tree, and flushes the logs. */
  close(): Promise<void>;
  /** Last net for a process that is about to exit: synchronous, kills what still runs. */
  endNow(): void;
}

/** Opens the data folder and builds the host. Throws HostError CONFLICT when another shell runs on the folder. */
export async function createHost(options: HostOptions): Promise<Host> {
  const core = await createHostCore(options);
  const handlers: Handlers<WirebenchContract> = {
    ...appHandlers(core),
    ...serverHandlers(core),
    ...importHandlers(core),
    ...exportHandlers(core),
    ...launchHandlers(core),
    ...sessionHandlers(core),
    ...logHandlers(core),
    ...ratesHandlers(core),
    ...threadHandlers(core),
    ...driftHandlers(core),
    ...earlierHandlers(core),
    ...replyHandlers(core),
    ...ruleHandlers(core),
    ...rootHandlers(core),
    ...providerHandlers(core),
    ...trialHandlers(core),
    ...approvalHandlers(core),
    ...iconHandlers(core),
    ...actHandlers(core),
    ...compareHandlers(core),
    ...overviewHandlers(core),
    ...searchHandlers(core),
  };
  const ports = new Set<Port>();
  // A single command starts what it was told to, nothing else.
  if (options.kind !== 'headless') void core.upkeep.startWithApp(core.state.all('server').map(({ config }) => config));
  return {
    attach: (port) => {
      ports.add(port);
      port.onClose(() => ports.delete(port));
      serve(port, contract, handlers, { schedule: createBatchPace() });
    },
    close: async () => {
      await core.close();
      for (const port of ports) port.close();
    },
    endNow: () => core.run.endNow(),
  };
}
