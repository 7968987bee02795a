import type { HostClient } from '../../store/host.ts';
import { configOf, type Draft } from './draft.ts';
import { storeSecrets } from './typed-secrets.ts';

interface SaveOptions {
  /** That of a saved server. */
  id?: string;
  /** The bundle lies unpacked, which is done once only. */
  onUnpacked?: () => void;
}

/** Unpacks the bundle, stores the secrets, saves the server; nothing is started. */
export async function saveDraft(
  host: HostClient,
  draft: Draft,
  { id, onUnpacked }: SaveOptions = {},
): Promise<{ serverId: string }> {
  if (draft.unpack) {
    await host['import.unpack']({ token: draft.unpack.token });
    onUnpacked?.();
  }
  await storeSecrets(host, draft);
  const config = configOf(draft);
  if (id === undefined) return host['server.save'](config);
  // What is saved stays where nothing is sent: an emptied folder has to be told.
  return host['server.save']({ ...config, id, workspaceFolder: config.workspaceFolder ?? '' });
}
