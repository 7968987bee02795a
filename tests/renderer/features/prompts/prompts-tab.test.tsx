import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { PromptsTab } from '../../../../src/renderer/features/prompts/prompts-tab.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, server, session } from '../../support/samples.ts';

vi.setConfig({ testTimeout: 20_000 });

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <PromptsTab server={entry} session={current} /> : null;
}

const EXPLAIN = {
  name: 'explain_drop',
  description: 'Explain why a number went down.',
  arguments: [
    { name: 'metric', required: true },
    { name: 'tone', description: 'How it sounds' },
  ],
};

function open(result: unknown = { messages: [] }): FakeHost {
  const host = new FakeHost();
  const base = session();
  const capabilities = { prompts: {}, completions: {} };
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session(base.hello ? { hello: { ...base.hello, capabilities } } : {}));
  host.setItems('ses1', 'prompts', [EXPLAIN, { name: 'weekly_summary' }]);
  let made = 0;
  host.on('operation.run', ({ sessionId, verb }) => {
    made += 1;
    const id = `op${made}`;
    host.put('operation', id, operation({ id, sessionId, verb }));
    host.finish(id, verb === 'completion.complete' ? { completion: { values: ['revenue'], hasMore: true } } : result);
    return { operationId: id };
  });
  return host;
}

const gets = (host: FakeHost) => host.inputs('operation.run').filter(({ verb }) => verb === 'prompts.get');

test('the filter finds prompts by name', async () => {
  const { user } = await renderView(open(), <Tab />);
  await screen.findByRole('option', { name: 'explain_drop' });
  await user.type(screen.getByRole('searchbox', { name: 'Filter 2 prompts' }), 'week');
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  expect(screen.getAllByRole('option').map((row) => row.textContent)).toEqual(['weekly_summary']);
  await user.clear(screen.getByRole('searchbox'));
  await user.type(screen.getByRole('searchbox'), 'nothing');
  expect(await screen.findByText('No prompt matches “nothing”')).toBeTruthy();
  expect(screen.getByText('2 prompts searched by name, title and description.')).toBeTruthy();
});

test('messages are shown with who says them; empty arguments are not sent', async () => {
  const host = open({
    description: 'A drop',
    messages: [
      { role: 'user', content: { type: 'text', text: 'Explain it.' } },
      { role: 'assistant', content: { type: 'resource', resource: { uri: 'orders://r', text: 'report' } } },
    ],
  });
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: 'explain_drop' }));
  await user.type(screen.getByRole('combobox', { name: 'metric' }), 'rev');
  expect(await screen.findByText(/1 from the server, .*there are more/)).toBeTruthy();
  await user.keyboard('{ArrowDown}{Enter}');
  await user.click(screen.getByRole('button', { name: /Get prompt/ }));
  const pane = await screen.findByRole('region', { name: 'Messages' });
  expect(await within(pane).findByText('Explain it.')).toBeTruthy();
  expect(within(pane).getByRole('heading', { name: '2 messages' })).toBeTruthy();
  expect(within(pane).getByText('assistant')).toBeTruthy();
  expect(within(pane).getByText('report')).toBeTruthy();
  expect(gets(host)).toEqual([
    { sessionId: 'ses1', verb: 'prompts.get', input: { name: 'explain_drop', args: { metric: 'revenue' } } },
  ]);
});

test('a missing argument is told first, and sent when it is asked for once more', async () => {
  const host = open();
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: 'explain_drop' }));
  await user.click(screen.getByRole('button', { name: /Get prompt/ }));
  expect(await screen.findByText('The prompt requires this argument.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'metric' }));
  expect(gets(host)).toEqual([]);
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(gets(host)).toHaveLength(1));
});

test('[PROMPT-03] choosing a prompt asks the server for nothing', async () => {
  const host = open();
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: 'weekly_summary' }));
  expect(await screen.findByRole('button', { name: /Get prompt/ })).toBeTruthy();
  expect(host.inputs('operation.run')).toEqual([]);
});

test('[PROMPT-04] arguments go out as typed, and what comes back is text, whatever it looks like', async () => {
  const evil = '<img src=x onerror=alert(1)> [click](javascript:alert(1)) \u202e';
  const host = open({
    description: evil,
    messages: [
      { role: '<b>system</b>', content: { type: 'text', text: evil } },
      { role: 'user', content: { type: 'resource', resource: { uri: 'x://1', mimeType: 'text/html', text: evil } } },
      { role: 'user', content: { type: 'resource_link', uri: 'javascript:alert(1)', name: evil } },
      7,
    ],
  });
  const { user, container } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: 'explain_drop' }));
  await user.click(screen.getByRole('combobox', { name: 'metric' }));
  await user.paste('<script>{{x}}</script>');
  await user.click(screen.getByRole('button', { name: /Get prompt/ }));
  const pane = await screen.findByRole('region', { name: 'Messages' });
  await waitFor(() => expect(pane.textContent).toContain('onerror=alert(1)'));
  expect(pane.textContent).toContain('U+202E');
  expect(container.querySelector('img, a, script, iframe, b')).toBeNull();
  expect(gets(host)[0]).toMatchObject({ input: { args: { metric: '<script>{{x}}</script>' } } });
});

test('pasted lines keep their line breaks', async () => {
  const host = open();
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: 'explain_drop' }));
  await user.click(screen.getByRole('combobox', { name: 'tone' }));
  await user.paste('one\ntwo');
  const field = await screen.findByRole('textbox', { name: 'tone' });
  expect((field as HTMLTextAreaElement).value).toBe('one\ntwo');
});

test('arguments are saved under a name by Mod+D, earlier and saved ones fill the form or are used at once', async () => {
  const host = open();
  host.on('earlier.list', () => ({
    runs: [{ id: 'r1', at: Date.now(), status: 'done', text: '{"metric":"churn"}' }],
    examples: [{ id: 'e1', name: 'Weekly', at: Date.now(), text: '{"metric":"revenue","tone":"dry"}' }],
  }));
  const { user } = await renderView(host, <Tab />);
  await user.click(await screen.findByRole('option', { name: 'explain_drop' }));
  const metric = screen.getByRole('combobox', { name: 'metric' });
  await user.type(metric, 'mine');
  await user.keyboard('{Control>}d{/Control}');
  await user.type(await screen.findByRole('textbox', { name: 'Name of the example' }), 'Mine{Enter}');
  await waitFor(() => expect(host.inputs('earlier.save')).toHaveLength(1));
  expect(host.inputs('earlier.save')[0]).toMatchObject({ of: 'prompt', tool: 'explain_drop', name: 'Mine' });
  expect(JSON.parse(host.inputs('earlier.save')[0]?.text ?? '')).toEqual({ metric: 'mine' });
  metric.focus();
  await user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(metric).toHaveProperty('value', 'churn'));
  await user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(metric).toHaveProperty('value', 'mine'));
  await user.click(screen.getByRole('button', { name: 'Earlier arguments' }));
  const examples = await screen.findByRole('list', { name: 'Saved examples' });
  await user.click(within(examples).getByText('Weekly'));
  expect(metric).toHaveProperty('value', 'revenue');
  await user.click(screen.getByRole('button', { name: 'Earlier arguments' }));
  await user.click(await screen.findByRole('button', { name: /^Run the arguments of/ }));
  await waitFor(() => expect(gets(host)[0]).toMatchObject({ input: { args: { metric: 'churn' } } }));
});
