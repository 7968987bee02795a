import { expect, onTestFinished, test, vi } from 'vitest';
import { keepPage } from '../../../src/renderer/app/keep-page.ts';
import type { SavedPage } from '../../../src/renderer/store/page.ts';
import { FakeHost } from '../support/fake-host.ts';
import { openWirebench } from '../support/render-view.tsx';

async function kept(host: FakeHost) {
  const { link, page } = await openWirebench(host, host.window as Partial<SavedPage>);
  const life = new AbortController();
  onTestFinished(() => life.abort());
  keepPage(page, link, host.window, life.signal);
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

test('two windows keep what each of them changed, and a draft that is too old leaves the disk', async () => {
  const host = new FakeHost();
  const now = Date.now();
  const day = 86_400_000;
  host.window = {
    drafts: { 'srv1/tools/old': '{"a":1}', 'srv1/tools/new': '{"a":2}' },
    draftedAt: { 'srv1/tools/old': now - 31 * day, 'srv1/tools/new': now - 29 * day },
  };
  const one = await kept(host);
  const two = await kept(host);
  expect(Object.keys(one.page.getState().drafts)).toEqual(['srv1/tools/new']);
  one.page.getState().draft('srv1/tools/echo', '{"text":"one"}');
  two.page.getState().set({ sizes: { 'tools/list': 300 } });
  await vi.waitFor(() => expect(host.inputs('window.save')).toHaveLength(2), { timeout: 3000 });
  expect(host.window).toMatchObject({
    drafts: { 'srv1/tools/new': '{"a":2}', 'srv1/tools/echo': '{"text":"one"}' },
    sizes: { 'tools/list': 300 },
  });
  expect(host.window).not.toHaveProperty(['drafts', 'srv1/tools/old']);
});
