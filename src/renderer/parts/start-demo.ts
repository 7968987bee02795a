import type { Wirebench } from '../store/wirebench.tsx';
import { freeName } from './server-form/draft.ts';

/** Adds the demo server under a name no other has, selects it and starts it. */
export async function startDemo({ link, entities, page }: Wirebench): Promise<void> {
  const host = link.client();
  const taken = new Set([...entities.getState().server.values()].map(({ config }) => config.name));
  const name = freeName('demo', taken);
  const { serverId } = await host['server.save']({ name, endpoint: { kind: 'builtin', name: 'demo' } });
  page.getState().selectServer(serverId);
  await host['session.start']({ serverId });
}
