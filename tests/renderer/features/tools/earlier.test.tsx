import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { EarlierArguments } from '#shared/earlier.ts';
import { earlierWords } from '../../../../src/renderer/features/tools/earlier-words.ts';
import { ToolsTab } from '../../../../src/renderer/features/tools/tools-tab.tsx';
import { differsBy, exampleName } from '../../../../src/renderer/parts/earlier/earlier-words.ts';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { server, session } from '../../support/samples.ts';

const noEditor = () => new Promise<never>(() => undefined);

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <ToolsTab server={entry} session={current} loadEditor={noEditor} /> : null;
}

const at = Date.now();
const LIST: EarlierArguments = {
  runs: [
    { id: 'r2', at, status: 'done', text: '{"text":"two"}' },
    { id: 'r1', at: at - 1000, status: 'failed', fault: 'timeout', text: '{"text":"one"}', leftOut: ['/password'] },
  ],
  examples: [{ id: 'e1', name: 'Greeting', at, text: '{"text":"hi"}' }],
};

async function show(list: EarlierArguments = LIST) {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  const inputSchema = { type: 'object', properties: { text: { type: 'string' } } };
  host.setItems('ses1', 'tools', [{ name: 'echo', inputSchema }]);
  host.on('earlier.list', () => list);
  const view = await renderView(host, <Tab />);
  const field = await screen.findByRole('textbox', { name: /text/ });
  return { host, view, field };
}

it('earlier arguments are listed with how they ended, choosing one fills the form, and one can be forgotten', async () => {
  const { host, view, field } = await show();
  await view.user.click(screen.getByRole('button', { name: 'Earlier arguments' }));
  const runs = await screen.findByRole('list', { name: 'Earlier runs' });
  expect(
    within(runs)
      .getAllByRole('listitem')
      .map((one) => one.textContent),
  ).toEqual([
    expect.stringContaining('text: "two"Completed'),
    expect.stringMatching(/text: "one"Timed out.*without password/),
  ]);
  await view.user.click(within(runs).getAllByRole('button', { name: /^Forget/ })[1] as HTMLElement);
  await waitFor(() =>
    expect(host.inputs('earlier.remove')).toEqual([{ serverId: 'srv1', of: 'tool', tool: 'echo', id: 'r1' }]),
  );
  await view.user.click(within(screen.getByRole('list', { name: 'Saved examples' })).getByText('Greeting'));
  expect(field).toHaveProperty('value', 'hi');
});

it('Mod+Enter on an entry runs it at once', async () => {
  const { host, view } = await show();
  await view.user.click(screen.getByRole('button', { name: 'Earlier arguments' }));
  await screen.findByRole('list', { name: 'Earlier runs' });
  await view.user.keyboard('{ArrowDown}{Control>}{Enter}{/Control}');
  await waitFor(() => expect(host.inputs('operation.run')[0]?.input).toMatchObject({ args: { text: 'two' } }));
});

it('Alt+Up and Alt+Down walk through them and back to what was typed', async () => {
  const { view, field } = await show();
  await view.user.type(field, 'mine');
  await view.user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(field).toHaveProperty('value', 'two'));
  await view.user.keyboard('{Alt>}{ArrowUp}{/Alt}');
  await waitFor(() => expect(field).toHaveProperty('value', 'one'));
  await view.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(field).toHaveProperty('value', 'two'));
  await view.user.keyboard('{Alt>}{ArrowDown}{/Alt}');
  await waitFor(() => expect(field).toHaveProperty('value', 'mine'));
});

it('an argument offers its earlier values: Down opens them, one that is chosen fills the field, which has the focus again', async () => {
  const { view, field } = await show();
  await screen.findByRole('button', { name: 'Earlier values of text' });
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
    /^3 earlier values, .*press the down arrow$/,
  );
  await view.user.click(field);
  await view.user.keyboard('{ArrowDown}');
  const menu = await screen.findByRole('menu', { name: 'Earlier values of text' });
  expect(
    within(menu)
      .getAllByRole('menuitem')
      .map((one) => one.textContent),
  ).toEqual(['two', 'one', 'hi']);
  await view.user.keyboard('{ArrowDown}{Enter}');
  expect(field).toHaveProperty('value', 'one');
  await waitFor(() => expect(document.activeElement).toBe(field));
  await view.user.keyboard('{ArrowDown}');
  await screen.findByRole('menu', { name: 'Earlier values of text' });
  await view.user.keyboard('{Escape}');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(field).toHaveProperty('value', 'one');
  await view.user.click(screen.getByRole('button', { name: 'Earlier values of text' }));
  await view.user.click(await screen.findByRole('menuitem', { name: 'hi' }));
  expect(field).toHaveProperty('value', 'hi');
});

it('Mod+D saves the arguments under a name', async () => {
  const { host, view, field } = await show();
  await view.user.type(field, 'mine');
  await view.user.keyboard('{Control>}d{/Control}');
  await view.user.type(await screen.findByRole('textbox', { name: 'Name of the example' }), 'Mine{Enter}');
  await waitFor(() => expect(host.inputs('earlier.save')).toHaveLength(1));
  expect(host.inputs('earlier.save')[0]).toMatchObject({ tool: 'echo', name: 'Mine' });
  expect(JSON.parse(host.inputs('earlier.save')[0]?.text ?? '')).toEqual({ text: 'mine' });
});

it('before the first run the newest examples are offered as buttons', async () => {
  const { view, field } = await show();
  const result = within(screen.getByRole('region', { name: 'Result' }));
  await view.user.click(await result.findByRole('button', { name: 'Greeting' }));
  expect(field).toHaveProperty('value', 'hi');
});

it('words: by what arguments differ, how a run ended, what an example is called', () => {
  expect(differsBy('{"a":1,"b":2}', '{"a":1,"b":3}')).toBe('b: 2');
  expect(differsBy('{"a":1}', '{"a":1,"b":3}')).toBe('b left out');
  expect(differsBy('{"a":1}', '{ "a": 1 }')).toBe('As in the form now');
  expect(differsBy('{}', '')).toBe('No arguments');
  expect(differsBy('{"id":12345678901234567890}', '{"id":1}')).toBe('id: 12345678901234567890');
  const run = { id: 'x', at, text: '{}' };
  expect(earlierWords({ ...run, status: 'running' }).word).toBe('No result seen');
  expect(earlierWords({ ...run, status: 'done', toolError: true }).word).toBe('Tool error');
  expect(exampleName('{"city":"Oslo","n":1}')).toBe('city: Oslo');
  expect(exampleName('')).toBe('No arguments');
});
