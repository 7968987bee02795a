import { homedir } from 'node:os';
import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';

type Names = 'export.text' | 'export.plan' | 'export.write';

/** Calls that write servers for other clients. */
export function exportHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  const computer = { platform: process.platform, home: homedir(), env: process.env };
  // Loaded when something is exported, as the readers of an import are.
  const load = async () => {
    const [{ exportText }, { createExportPlans }] = await Promise.all([
      import('../exchange-formats/export-text.ts'),
      import('../export-plans.ts'),
    ]);
    return { exportText, plans: createExportPlans(computer, () => new Date()) };
  };
  let loaded: ReturnType<typeof load> | undefined;
  const formats = () => {
    loaded ??= load();
    return loaded;
  };
  const configsOf = (serverIds: readonly string[]) => Promise.all(serverIds.map((id) => host.configOf(id)));
  return {
    'export.text': async ({ serverIds, client }) => {
      const { exportText, plans } = await formats();
      return { ...exportText(client, await configsOf(serverIds)), path: await plans.pathFor(client) };
    },
    'export.plan': async ({ serverIds, client, path }) => {
      const { plans } = await formats();
      return plans.plan({ client, configs: await configsOf(serverIds), path });
    },
    'export.write': async ({ token }) => (await formats()).plans.write(token),
  };
}
