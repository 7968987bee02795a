import { HostError } from '#shared/errors.ts';
import type { Wirebench } from '../store/wirebench.tsx';

/**
 * Shows a server that a person chose, and starts it if its settings say so. One that ran already since the host started
 * is left as it is: a person may have stopped it, or wants to read why it failed.
 */
export async function openServer({ link, page, entities }: Wirebench, serverId: string): Promise<void> {
  page.getState().selectServer(serverId);
  const server = entities.getState().server.get(serverId);
  if (server?.config.connect !== 'open' || server.sessionId !== undefined) return;
  const needed = Object.values(server.config.inputs ?? {}).some(
    ({ required, value, default: first }) => required && value === undefined && first === undefined,
  );
  if (needed) throw new HostError('NOT_READY', `${server.config.name} still needs values. Edit it, then connect.`);
  await link.client()['session.start']({ serverId });
}
