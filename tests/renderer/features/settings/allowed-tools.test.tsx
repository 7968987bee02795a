import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { AllowedToolList } from '../../../../src/renderer/features/settings/allowed-tools.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { START, server } from '../../support/samples.ts';

test('tools that are always allowed are listed with their server, and can be taken back', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ name: 'orders-db' }));
  const { user } = await renderView(host, <AllowedToolList />);
  expect(await screen.findByText(/^None\./)).toBeTruthy();
  const evil = 'get_\u202eorder';
  host.put('allowed', 'allowed', { tools: [{ serverId: 'srv1', tool: evil, hash: 'h', at: START }] });
  const remove = await screen.findByRole('button', { name: /^Ask about get_.*order of orders-db again$/ });
  expect(remove.getAttribute('aria-label')).not.toContain('\u202e');
  await user.click(remove);
  await waitFor(() => expect(host.inputs('approval.forget')).toEqual([{ serverId: 'srv1', tool: evil }]));
});

test('a tool that was allowed for another command or address of its server says that it is asked about again', async () => {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ name: 'orders-db' }));
  const tool = { serverId: 'srv1', tool: 'look', hash: 'h', endpoint: 'e', at: START };
  host.put('allowed', 'allowed', {
    tools: [
      { ...tool, lapsed: true },
      { ...tool, tool: 'list' },
    ],
  });
  await renderView(host, <AllowedToolList />);
  await screen.findByText('list of orders-db');
  expect(screen.getAllByText(/^Asked about again: it was allowed for another command or address/)).toHaveLength(1);
});
