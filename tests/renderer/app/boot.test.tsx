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
