import type { HostClient } from '../../store/host.ts';
import { configOf, type Draft } from './draft.ts';
import { storeSecrets } from './typed-secrets.ts';

/** Stores the secrets, unpacks the bundle, saves the server; nothing is started. `id` is that of a saved server. */
export async function saveDraft(host: HostClient, draft: Draft, id?: string): Promise<{ serverId: string }> {
  await storeSecrets(host, draft);
  if (draft.unpack) await host['import.unpack']({ token: draft.unpack.token });
  const config = configOf(draft);
  if (id === undefined) return host['server.save'](config);
  // What is saved stays where nothing is sent: an emptied folder has to be told.
  return host['server.save']({ ...config, id, workspaceFolder: config.workspaceFolder ?? '' });
}
