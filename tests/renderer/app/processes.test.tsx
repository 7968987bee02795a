import { screen, within } from '@testing-library/react';
import { beforeAll, expect, test, vi } from 'vitest';
import { Processes } from '../../../src/renderer/app/processes.tsx';
import { stubDom } from '../support/dom.ts';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';

vi.setConfig({ testTimeout: 20_000 });
beforeAll(() => stubDom());

test('the processes of a server, as a tree, on demand', async () => {
  const host = new FakeHost();
  host.on('session.processes', () => ({
    processes: [
      { pid: 10, ppid: 1, command: 'npx server', cpuMs: 420, memory: 81_000_000, upMs: 61_000 },
      { pid: 12, ppid: 10, command: 'node dist/index.js', memory: 64_000_000 },
    ],
  }));
  const { user } = await renderView(host, <Processes sessionId="ses1" pid={10} />);
  expect(host.inputs('session.processes')).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'pid 10' }));
  const panel = within(await screen.findByRole('dialog', { name: 'Processes of this server' }));
  expect((await panel.findAllByRole('row')).map((row) => row.textContent)).toEqual([
    'pidCommandCPU timeMemoryUp',
    '10npx server420 ms81.0 MB1 min',
    '12node dist/index.js64.0 MB',
  ]);
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a server whose processes cannot be seen says so', async () => {
  const { user } = await renderView(new FakeHost(), <Processes sessionId="ses1" pid={10} />);
  await user.click(await screen.findByRole('button', { name: 'pid 10' }));
  expect(await screen.findByText('No process of this server can be seen.')).toBeTruthy();
});
