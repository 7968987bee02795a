import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { parseJson, writeJson } from '#shared/exact-json.ts';
import { withDefaults } from '../../../src/renderer/parts/schema-form/default-values.ts';
import type { FormState } from '../../../src/renderer/parts/schema-form/form-state.ts';
import { SchemaForm } from '../../../src/renderer/parts/schema-form/schema-form.tsx';

function Held({ schema, latest }: { schema: unknown; latest: { state: FormState } }) {
  const [state, setState] = useState(latest.state);
  const keep = (next: FormState) => {
    latest.state = next;
    setState(next);
  };
  return (
    <SchemaForm
      label="Arguments"
      nothing="Nothing"
      showAll={false}
      problems={[]}
      {...{ schema, state }}
      onState={keep}
    />
  );
}

function show(property: unknown, start: unknown = {}) {
  const latest = { state: { value: start, texts: {} } };
  onTestFinished(cleanup);
  render(<Held schema={{ type: 'object', properties: { v: property } }} latest={latest} />);
  return { user: userEvent.setup(), value: () => latest.state.value };
}

test('a whole number beyond 2^53 keeps its digits, also when stepped', async () => {
  const { user, value } = show({ type: 'integer' });
  const field = screen.getByRole('textbox', { name: 'v' });
  await user.type(field, '9007199254740993');
  expect(writeJson(value())).toBe('{"v":9007199254740993}');
  await user.keyboard('{ArrowUp}');
  expect(field).toHaveProperty('value', '9007199254740994');
  expect(writeJson(value())).toBe('{"v":9007199254740994}');
});

test('a number in quotes is told from a number', () => {
  show({ type: 'integer' }, { v: '12' });
  expect(screen.getByRole('textbox', { name: 'v' })).toHaveProperty('value', '"12"');
});

test('digits inside a free value stay as they were typed', async () => {
  const { user, value } = show({});
  await user.click(screen.getByRole('textbox', { name: 'v' }));
  await user.paste('{"id": 18446744073709551615, "x": 1}');
  expect(writeJson(value())).toBe('{"v":{"id":18446744073709551615,"x":1}}');
  expect(screen.getByRole('textbox', { name: 'v' })).toHaveProperty('value', '{"id": 18446744073709551615, "x": 1}');
});

test('a file is sent as base64 and shown with its size', async () => {
  const { user, value } = show({ type: 'string', contentEncoding: 'base64' });
  await user.upload(screen.getByLabelText('v', { selector: 'input' }), new File(['hello'], 'note.txt'));
  expect(await screen.findByText('note.txt, 5 B')).toBeTruthy();
  expect(value()).toEqual({ v: 'aGVsbG8=' });
});

test('a file can be dropped; one that is too large is refused with the reason', async () => {
  const { value } = show({ type: 'string', contentEncoding: 'base64' });
  const area = screen.getByRole('region', { name: 'File for v' });
  const large = new File(['x'], 'large.bin');
  Object.defineProperty(large, 'size', { value: 30 * 1024 * 1024 });
  fireEvent.drop(area, { dataTransfer: { files: [large] } });
  expect((await screen.findByRole('alert')).textContent).toMatch(/^large\.bin has .* can be sent\.$/);
  fireEvent.drop(area, { dataTransfer: { files: [new File(['hi'], 'a.bin')] } });
  await screen.findByText('a.bin, 2 B');
  expect(value()).toEqual({ v: 'aGk=' });
});

test('keys that are free are rows; a key that is taken is not run over', async () => {
  const { user, value } = show({ type: 'object', additionalProperties: { type: 'integer' } }, { v: { a: 1 } });
  await user.click(screen.getByRole('button', { name: 'Add key' }));
  const key = screen.getByRole('textbox', { name: 'Key of key' });
  expect(document.activeElement).toBe(key);
  await user.clear(key);
  await user.type(key, 'a');
  await user.tab();
  expect(screen.getByText('There is a a already.')).toBeTruthy();
  await user.type(key, 'b');
  await user.tab();
  await user.type(screen.getByRole('textbox', { name: 'ab' }), '2');
  expect(value()).toEqual({ v: { a: 1, ab: 2 } });
  await user.click(screen.getByRole('button', { name: 'Remove a' }));
  expect(value()).toEqual({ v: { ab: 2 } });
});

test('pasted lines become entries of a list', async () => {
  const { user, value } = show({ type: 'array', items: { type: 'integer' } });
  await user.click(screen.getByRole('button', { name: 'Add entry' }));
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: '0' }));
  await user.paste('1\n2\r\n\n9007199254740993');
  expect(writeJson(value())).toBe('{"v":[1,2,9007199254740993]}');
});

test('objects in a list are cards named by their first text', async () => {
  const items = { type: 'object', properties: { n: { type: 'integer' }, name: { type: 'string' } } };
  const { user } = show({ type: 'array', items }, { v: [1, 2, 3, 4].map((n) => ({ n, name: `order ${n}` })) });
  const card = screen.getByRole('button', { name: /order 2/ });
  expect(card.getAttribute('aria-expanded')).toBe('false');
  await user.click(card);
  expect(screen.getByRole('textbox', { name: 'name' })).toHaveProperty('value', 'order 2');
});

test('each place of a tuple has its field, and what follows too', async () => {
  const prefixItems = [{ type: 'string' }, { type: 'boolean' }];
  const { user, value } = show({ type: 'array', prefixItems, items: { type: 'integer' } });
  await user.click(screen.getByRole('button', { name: 'Add all entries' }));
  await user.type(screen.getByRole('textbox', { name: '0' }), 'a');
  await user.click(screen.getByRole('button', { name: 'Add entry' }));
  await user.type(screen.getByRole('textbox', { name: '2' }), '7');
  expect(value()).toEqual({ v: ['a', false, 7] });
});

test('the menu sends an empty list, and the form says so', async () => {
  const { user, value } = show({ type: 'array', items: { type: 'string' } });
  await user.click(screen.getByRole('button', { name: 'What to send as v' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Send empty list' }));
  expect(value()).toEqual({ v: [] });
  expect(screen.getByText('An empty list is sent.')).toBeTruthy();
});

test('an argument that is sent as a header too says so', () => {
  show({ type: 'string', 'x-mcp-header': 'Region' });
  expect(screen.getByTitle('Also sent as Mcp-Param-Region').textContent).toBe('header');
});

test('a narrow range has a slider for the pointer', () => {
  show({ type: 'integer', minimum: 0, maximum: 10 });
  const slider = screen.getByRole('slider', { hidden: true });
  fireEvent.change(slider, { target: { value: '4' } });
  expect(screen.getByRole('textbox', { name: 'v' })).toHaveProperty('value', '4');
});

test('fields come and go with the value that decides; what was typed stays', async () => {
  const then = parseJson('{"then":{"properties":{"path":{"type":"string"}}}}') as object; // an object, as written
  const { user, value } = show({
    type: 'object',
    properties: { mode: { enum: ['file', 'url'] } },
    if: { properties: { mode: { const: 'file' } }, required: ['mode'] },
    ...then,
  });
  expect(screen.queryByRole('textbox', { name: 'path' })).toBeNull();
  const mode = screen.getByRole('radiogroup', { name: 'mode' });
  await user.click(within(mode).getByRole('radio', { name: 'file' }));
  await user.type(screen.getByRole('textbox', { name: 'path' }), '/tmp');
  await user.click(within(mode).getByRole('radio', { name: 'url' }));
  expect(value()).toEqual({ v: { mode: 'url', path: '/tmp' } });
  expect(screen.getByText(/1 value is only in JSON/)).toBeTruthy();
});

test('defaults are added only where nothing is given', () => {
  const schema = {
    properties: {
      a: { default: 1 },
      b: { default: 2 },
      in: { properties: { c: { default: null }, d: {} } },
      out: { properties: { e: { default: 5 } } },
    },
  };
  expect(withDefaults(schema, { a: 9, in: { d: 1 } })).toEqual({
    value: { a: 9, in: { d: 1, c: null }, b: 2 },
    added: ['/b', '/in/c'],
  });
});
