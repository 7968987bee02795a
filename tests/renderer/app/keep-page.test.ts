import { expect, onTestFinished, test, vi } from 'vitest';
import { keepPage } from '../../../src/renderer/app/keep-page.ts';
import { FakeHost } from '../support/fake-host.ts';
import { openWirebench } from '../support/render-view.tsx';

async function kept(host: FakeHost) {
  const { link, page } = await openWirebench(host);
  const life = new AbortController();
  onTestFinished(() => life.abort());
  keepPage(page, link, life.signal);
  return { link, page };
}

test('several changes are saved once, what is not restored is never saved', async () => {
  const host = new FakeHost();
  const { page } = await kept(host);
  page.getState().selectServer('srv1');
  page.getState().openTab('srv1', 'traffic');
  page.getState().set({ paletteOpen: true });
  await vi.waitFor(() => expect(host.inputs('window.save')).toHaveLength(1), { timeout: 3000 });
  expect(host.window).toMatchObject({ serverId: 'srv1', tabs: { srv1: 'traffic' } });
  expect(host.window).not.toHaveProperty('paletteOpen');
});

test('a change made while the link was lost is saved when it is back', async () => {
  const host = new FakeHost();
  const { link, page } = await kept(host);
  host.lose();
  page.getState().openTab('srv1', 'info');
  await vi.waitFor(() => expect(host.window).toMatchObject({ tabs: { srv1: 'info' } }), { timeout: 5000 });
  expect(link.state.getState().generation).toBe(2);
});
