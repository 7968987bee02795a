import { homedir } from 'node:os';
import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import { exportText } from '../exchange-formats/export-text.ts';
import { createExportPlans } from '../export-plans.ts';
import type { HostCore } from '../host-core.ts';

type Names = 'export.text' | 'export.plan' | 'export.write';

/** Calls that write servers for other clients. */
export function exportHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  const computer = { platform: process.platform, home: homedir(), env: process.env };
  const plans = createExportPlans(computer, () => new Date());
  const configsOf = (serverIds: readonly string[]) => Promise.all(serverIds.map((id) => host.configOf(id)));
  return {
    'export.text': async ({ serverIds, client }) => ({
      ...exportText(client, await configsOf(serverIds)),
      path: await plans.pathFor(client),
    }),
    'export.plan': async ({ serverIds, client, path }) =>
      plans.plan({ client, configs: await configsOf(serverIds), path }),
    'export.write': ({ token }) => plans.write(token),
  };
}
