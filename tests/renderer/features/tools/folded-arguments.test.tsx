import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { argumentLine } from '../../../../src/renderer/features/tools/folded-arguments.tsx';
import { ToolsTab } from '../../../../src/renderer/features/tools/tools-tab.tsx';
import { useEntity } from '../../../../src/renderer/store/wirebench.tsx';
import { FakeHost } from '../../support/fake-host.ts';
import { renderView } from '../../support/render-view.tsx';
import { operation, server, session } from '../../support/samples.ts';

const noEditor = () => new Promise<never>(() => undefined);
const FOLDED = { timeout: 5000 };

function Tab() {
  const entry = useEntity('server', 'srv1');
  const current = useEntity('session', 'ses1');
  return entry ? <ToolsTab server={entry} session={current} loadEditor={noEditor} /> : null;
}

const inputSchema = { type: 'object', properties: { text: { type: 'string' }, password: { type: 'string' } } };

async function show() {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.setItems('ses1', 'tools', [{ name: 'echo', inputSchema }]);
  let made = 0;
  host.on('operation.run', ({ sessionId, verb }) => {
    made += 1;
    const id = `op${made}`;
    host.put('operation', id, operation({ id, sessionId, verb, label: 'echo' }));
    return { operationId: id };
  });
  const { user } = await renderView(host, <Tab />);
  const field = () => screen.queryByRole('textbox', { name: /text/ });
  await user.type(await screen.findByRole('textbox', { name: /text/ }), 'one');
  await user.keyboard('{Control>}{Enter}{/Control}');
  return { host, user, field };
}

it('while a call runs its arguments are one line; editing unlocks a second run, and the end unfolds them', async () => {
  const { host, user, field } = await show();
  const edit = await screen.findByRole('button', { name: 'Edit arguments' }, FOLDED);
  expect(field()).toBeNull();
  expect(screen.getByText('text: "one"')).toBeTruthy();
  expect(document.activeElement, 'the focus is not lost').toBe(edit);
  await user.keyboard('{Enter}');
  expect(field()).toBe(document.activeElement);
  await user.keyboard('2');
  await user.click(screen.getByRole('button', { name: /^Run another/ }));
  await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(2));
  expect(host.inputs('operation.run')[1]?.input).toMatchObject({ args: { text: 'one2' } });
});

it('when the call has ended the form and the focus are back', async () => {
  const { host, field } = await show();
  await screen.findByRole('button', { name: 'Edit arguments' }, FOLDED);
  host.finish('op1', { content: [] });
  await waitFor(() => expect(field()).toBe(document.activeElement));
  expect(screen.queryByRole('button', { name: 'Edit arguments' })).toBeNull();
});

it('the line holds no secrets and no end of a long value', () => {
  const line = argumentLine(inputSchema, { text: 'x'.repeat(500), password: 'pw', n: 1 });
  expect(line).toMatch(/^text: "x{59}, password: •••, n: 1$/);
  expect(argumentLine(inputSchema, {})).toBe('No arguments');
});
