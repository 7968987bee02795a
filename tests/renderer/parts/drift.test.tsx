import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { DriftMark } from '#shared/drift.ts';
import { PromptsTab } from '../../../src/renderer/features/prompts/prompts-tab.tsx';
import { ResourcesTab } from '../../../src/renderer/features/resources/resources-tab.tsx';
import type { TabProps } from '../../../src/renderer/store/tab.ts';
import { useEntity } from '../../../src/renderer/store/wirebench.tsx';
import { stubDom } from '../support/dom.ts';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';
import { START, server, session } from '../support/samples.ts';

const mark = (kind: DriftMark['kind'], name: string, change: DriftMark['change'] = 'changed'): DriftMark => ({
  kind,
  name,
  change,
  at: START,
});

function view(Tab: (props: TabProps) => React.ReactNode) {
  return function View() {
    const entry = useEntity('server', 'srv1');
    const current = useEntity('session', 'ses1');
    return entry ? <Tab server={entry} session={current} /> : null;
  };
}

function prepared(drift: DriftMark[]): FakeHost {
  const host = new FakeHost();
  host.put('server', 'srv1', { ...server({ sessionId: 'ses1' }), drift });
  host.put('session', 'ses1', session());
  host.on('drift.get', ({ only = [] }) => ({
    items: drift
      .filter(({ name }) => only.some((one) => one.name === name))
      .map((one) => ({ ...one, words: [`Words about ${one.name}.`] })),
  }));
  return host;
}

beforeEach(() => stubDom());

test('prompts: marks of prompts only, words above the arguments, what is gone is in the review', async () => {
  const host = prepared([mark('prompts', 'greet'), mark('prompts', 'away', 'removed'), mark('tools', 'other')]);
  host.setItems('ses1', 'prompts', [{ name: 'greet' }, { name: 'other' }]);
  const Prompts = view(PromptsTab);
  const { user } = await renderView(host, <Prompts />);
  const row = await screen.findByRole('option', { name: /^greet/ });
  expect(within(row).getByText('changed')).toBeTruthy();
  expect(screen.getByRole('option', { name: 'other' })).toBeTruthy();
  await user.click(row);
  expect(await screen.findByText('This prompt changed since you accepted it')).toBeTruthy();
  expect(await screen.findByText('Words about greet.')).toBeTruthy();
  expect(screen.getByText('1 prompt changed, 1 gone')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Review' }));
  const dialog = await screen.findByRole('dialog');
  const gone = await within(dialog).findByRole('region', { name: 'away' });
  await user.click(within(gone).getByRole('button', { name: 'Accept' }));
  await waitFor(() =>
    expect(host.inputs('drift.accept')[0]?.items).toEqual([{ kind: 'prompts', name: 'away', at: START }]),
  );
});

test('resources and templates: marks in the list and words above the content', async () => {
  const host = prepared([mark('resources', 'note://1'), mark('templates', 'note://{id}', 'added')]);
  host.setItems('ses1', 'resources', [{ uri: 'note://1', name: 'one' }]);
  host.setItems('ses1', 'templates', [{ uriTemplate: 'note://{id}', name: 'any' }]);
  const Resources = view(ResourcesTab);
  const { user } = await renderView(host, <Resources />);
  await user.click(await screen.findByRole('option', { name: /^1\s*changed/ }));
  expect(await screen.findByText('This resource changed since you accepted it')).toBeTruthy();
  await user.click(screen.getByRole('option', { name: /new$/ }));
  expect(await screen.findByText('This template is new since you accepted the list')).toBeTruthy();
  expect(screen.getByText('1 resource changed, 1 template new')).toBeTruthy();
});
