import type { Wirebench } from '../store/wirebench.tsx';

/** Adds the demo server, selects it and starts it. */
export async function startDemo({ link, page }: Wirebench): Promise<void> {
  const host = link.client();
  const { serverId } = await host['server.save']({ name: 'demo', endpoint: { kind: 'builtin', name: 'demo' } });
  page.getState().selectServer(serverId);
  await host['session.start']({ serverId });
}
