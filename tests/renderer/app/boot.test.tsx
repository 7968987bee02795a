import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { Boot } from '../../../src/renderer/app/boot.tsx';
import { Gate } from '../../../src/renderer/app/gate.tsx';
import { createHostLink } from '../../../src/renderer/store/host.ts';
import { createEntityStore } from '../../../src/renderer/store/state.ts';
import { createAnnouncer } from '../../../src/renderer/ui/announcer.ts';
import { stubDom } from '../support/dom.ts';
import { FakeHost } from '../support/fake-host.ts';
import { server } from '../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(() => stubDom());
afterEach(() => {
  cleanup();
  sessionStorage.clear();
});

test('without a token the page says what is missing and where to get it', () => {
  render(<Gate problem="refused" onRetry={() => undefined} />);
  expect(screen.getByText('This address is not complete')).toBeTruthy();
  expect(screen.getByText('wirebench serve')).toBeTruthy();
  expect(screen.queryByText('refused')).toBeNull();
});

test('with a token the problem is named and can be tried again', async () => {
  sessionStorage.setItem('wirebench.token', 't');
  const retry = vi.fn();
  render(<Gate problem="The host does not answer." onRetry={retry} />);
  expect(screen.getByRole('status').textContent).toBe('The host does not answer.');
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(retry).toHaveBeenCalledOnce();
});

test('a saved place is restored before the app is shown, a damaged one is ignored', async () => {
  sessionStorage.setItem('wirebench.token', 't');
  const host = new FakeHost();
  host.put('server', 'srv1', server());
  host.put('server', 'srv2', server({ id: 'srv2', name: 'second', order: 1 }));
  host.window = { serverId: 'srv2', railOpen: 'damaged' };
  const life = new AbortController();
  onTestFinished(() => life.abort());
  const link = createHostLink(host.open, life.signal);
  const entities = createEntityStore(link, (fn) => setTimeout(fn, 0), life.signal);
  const announcer = createAnnouncer(life.signal);
  render(<Boot link={link} entities={entities} announcer={announcer} signal={life.signal} />);
  expect(await screen.findByRole('heading', { level: 1, name: 'second' })).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('navigation', { name: 'Servers' })).toBeTruthy());
});

test('a window for logs shows those of its server and nothing else, and keeps no place', async () => {
  sessionStorage.setItem('wirebench.token', 't');
  const host = new FakeHost();
  host.put('server', 'srv1', server({ name: 'first' }));
  const life = new AbortController();
  onTestFinished(() => life.abort());
  const link = createHostLink(host.open, life.signal);
  const entities = createEntityStore(link, (fn) => setTimeout(fn, 0), life.signal);
  const announcer = createAnnouncer(life.signal);
  const title = document.title;
  onTestFinished(() => {
    document.title = title;
  });
  const shared = { link, entities, announcer, signal: life.signal };
  const { rerender } = render(<Boot {...shared} dockOf="srv1" />);
  expect(await screen.findByRole('main', { name: 'Logs of first' })).toBeTruthy();
  expect(await screen.findByText('Connect the server to see what it writes.')).toBeTruthy();
  expect(screen.queryByRole('navigation', { name: 'Servers' })).toBeNull();
  expect(document.title).toBe('Logs of first');
  window.dispatchEvent(new Event('beforeunload'));
  expect(host.inputs('window.save')).toEqual([]);
  rerender(<Boot {...shared} dockOf="gone" />);
  expect(await screen.findByText('This server is not on the list any more')).toBeTruthy();
});
