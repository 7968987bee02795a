import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import type { SchemaProblem } from '#shared/contract.ts';
import { type FormState, typedProblems } from '../../../src/renderer/parts/schema-form/form-state.ts';
import { focusFirstProblem, SchemaForm } from '../../../src/renderer/parts/schema-form/schema-form.tsx';

interface Shown {
  user: ReturnType<typeof userEvent.setup>;
  value: () => unknown;
  state: () => FormState;
}

interface HeldProps {
  schema: unknown;
  problems: SchemaProblem[];
  latest: { state: FormState };
}

function Held({ schema, problems, latest }: HeldProps) {
  const [state, setState] = useState<FormState>(latest.state);
  const keep = (next: FormState) => {
    latest.state = next;
    setState(next);
  };
  return (
    <SchemaForm label="Arguments" nothing="Nothing" showAll={false} {...{ schema, state, onState: keep, problems }} />
  );
}

function show(schema: unknown, start: unknown = {}, problems: SchemaProblem[] = []): Shown {
  const latest = { state: { value: start, texts: {} } };
  onTestFinished(cleanup);
  render(<Held schema={schema} problems={problems} latest={latest} />);
  return { user: userEvent.setup(), value: () => latest.state.value, state: () => latest.state };
}

const FILE = { type: 'string', contentEncoding: 'base64' };

const object = (properties: Record<string, unknown>, required: string[] = []) => ({
  type: 'object',
  properties,
  required,
});

test('empty optional fields are not sent, and clearing takes a value away again', async () => {
  const { user, value } = show(object({ text: { type: 'string' }, n: { type: 'integer', default: 20 } }));
  expect(value()).toEqual({});
  const text = screen.getByRole('textbox', { name: 'text' });
  await user.type(text, 'hi');
  const number = screen.getByRole('textbox', { name: 'n' });
  expect(number.getAttribute('placeholder')).toBe('default 20');
  await user.type(number, '0');
  expect(value()).toEqual({ text: 'hi', n: 0 });
  await user.clear(text);
  await user.clear(number);
  expect(value()).toEqual({});
});

test('text pasted over a value of another type is the text the schema wants, without a complaint', async () => {
  const { user, state } = show(object({ city: { type: 'string' } }), { city: 5 });
  await user.tripleClick(screen.getByRole('textbox', { name: 'city' }));
  await user.paste('Lisbon');
  expect(state().value).toEqual({ city: 'Lisbon' });
  expect(typedProblems(state())).toEqual([]);
});

test('the caret stays while a field goes over from JSON to text', async () => {
  const { user, value } = show(object({ city: { type: 'string' } }), { city: 5 });
  await user.tripleClick(screen.getByRole('textbox', { name: 'city' }));
  await user.keyboard('Lisbon');
  expect(value()).toEqual({ city: 'Lisbon' });
});

test('a number that is none stays on screen as typed and is named', async () => {
  const { user, value } = show(object({ n: { type: 'integer' } }));
  const field = screen.getByRole('textbox', { name: 'n' });
  await user.type(field, '42xyz');
  expect(field).toHaveProperty('value', '42xyz');
  expect(value()).toEqual({ n: '42xyz' });
  await user.tab();
  expect(screen.getByText('This is not a number. It is kept as text.')).toBeTruthy();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await user.clear(field);
  await user.type(field, '1.50');
  expect(field).toHaveProperty('value', '1.50');
  expect(value()).toEqual({ n: 1.5 });
  await user.keyboard('{ArrowUp}');
  expect(value()).toEqual({ n: 2.5 });
});

test('an optional truth value can be true, false or not sent; one with a default is a switch', async () => {
  const { user, value } = show(object({ a: { type: 'boolean' }, b: { type: 'boolean', default: true } }));
  const a = screen.getAllByRole('group', { name: 'a' })[0] as HTMLElement; // there is one, or the next line fails
  await user.click(within(a).getByRole('button', { name: 'false' }));
  expect(value()).toEqual({ a: false });
  await user.click(within(a).getByRole('button', { name: 'not sent' }));
  expect(value()).toEqual({});
  const b = screen.getByRole('switch', { name: 'b' });
  expect(b.getAttribute('aria-checked')).toBe('true');
  await user.click(b);
  expect(value()).toEqual({ b: false });
});

test('few choices are buttons, many a select; values keep their type', async () => {
  const many = ['one', 'two', 'three', 'four', 'five', 'six'];
  const { user, value } = show(object({ pick: { enum: [1, 2] }, long: { type: 'string', enum: many } }));
  await user.click(screen.getByRole('radio', { name: '2' }));
  await user.selectOptions(screen.getByRole('combobox', { name: 'long' }), 'three');
  expect(value()).toEqual({ pick: 2, long: 'three' });
  await user.click(screen.getByRole('radio', { name: '2' }));
  expect(value()).toEqual({ long: 'three' });
});

test('several of an enum are chosen in order and an empty choice is not sent', async () => {
  const { user, value } = show(
    object({ status: { type: 'array', items: { enum: ['paid', 'shipped'] }, maxItems: 2 } }),
  );
  await user.click(screen.getByRole('button', { name: 'shipped' }));
  await user.click(screen.getByRole('button', { name: 'paid' }));
  expect(value()).toEqual({ status: ['shipped', 'paid'] });
  expect(screen.getByText('2 of 2 chosen')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'shipped' }));
  await user.click(screen.getByRole('button', { name: 'paid' }));
  expect(value()).toEqual({});
});

test('lists grow, shrink and change their order', async () => {
  const { user, value } = show(object({ tags: { type: 'array', items: { type: 'string' } } }));
  await user.click(screen.getByRole('button', { name: 'Add entry' }));
  await user.type(screen.getByRole('textbox', { name: '0' }), 'a');
  await user.click(screen.getByRole('button', { name: 'Add entry' }));
  await user.type(screen.getByRole('textbox', { name: '1' }), 'b');
  expect(value()).toEqual({ tags: ['a', 'b'] });
  await user.click(screen.getByRole('button', { name: 'Move entry 1 up' }));
  expect(value()).toEqual({ tags: ['b', 'a'] });
  await user.clear(screen.getByRole('textbox', { name: '0' }));
  expect(value()).toEqual({ tags: ['', 'a'] });
  await user.click(screen.getByRole('button', { name: 'Remove entry 0' }));
  await user.click(screen.getByRole('button', { name: 'Remove entry 0' }));
  expect(value()).toEqual({});
});

test('nested objects appear as soon as one of their fields is filled', async () => {
  const schema = object({ sort: object({ field: { type: 'string' }, deep: object({ x: { type: 'string' } }) }) });
  const { user, value } = show(schema);
  const group = screen.getByRole('group', { name: /^sort/ });
  await user.type(within(group).getByRole('textbox', { name: 'field' }), 'id');
  expect(value()).toEqual({ sort: { field: 'id' } });
});

test('null and empty text are sent only when asked for', async () => {
  const { user, value } = show(object({ note: { type: ['string', 'null'] } }));
  await user.click(screen.getByRole('button', { name: 'What to send as note' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Send null' }));
  expect(value()).toEqual({ note: null });
  await user.click(screen.getByRole('button', { name: 'Enter a value' }));
  expect(value()).toEqual({});
  await user.click(screen.getByRole('button', { name: 'What to send as note' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Send empty text' }));
  expect(value()).toEqual({ note: '' });
});

test('a form of a union is preselected by the value; choosing another sends its fields only and keeps the rest', async () => {
  const shape = (kind: string, size: string) =>
    object({ kind: { const: kind }, [size]: { type: 'number' } }, ['kind', size]);
  const schema = object({ shape: { oneOf: [shape('circle', 'radius'), shape('square', 'side')] } });
  const { user, value } = show(schema, { shape: { kind: 'square', side: 2, extra: 1 } });
  expect(screen.getByRole('button', { name: 'square' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('textbox', { name: 'side' })).toHaveProperty('value', '2');
  expect(screen.getByText(/1 value is only in JSON/).textContent).toContain('extra');
  await user.click(screen.getByRole('button', { name: 'circle' }));
  expect(value()).toEqual({ shape: { kind: 'circle', extra: 1 } });
  expect(screen.getByText(/^Kept for another form, not sent/).textContent).toContain('side');
  await user.type(screen.getByRole('textbox', { name: 'radius' }), '3');
  await user.click(screen.getByRole('button', { name: 'square' }));
  expect(value()).toEqual({ shape: { kind: 'square', side: 2, extra: 1 } });
  expect(screen.getByText(/^Kept for another form, not sent/).textContent).toContain('radius');
});

test('filling in a form of a union also gives what that form fixes', async () => {
  const kind = (name: string, field: string) =>
    object({ kind: { const: name }, [field]: { type: 'string' } }, ['kind']);
  const { user, value } = show({ type: 'object', anyOf: [kind('email', 'address'), kind('sms', 'number')] });
  await user.type(screen.getByRole('textbox', { name: 'address' }), 'a@b.example');
  expect(value()).toEqual({ address: 'a@b.example', kind: 'email' });
  await user.click(screen.getByRole('button', { name: 'sms' }));
  await user.type(screen.getByRole('textbox', { name: 'number' }), '1');
  expect(value()).toEqual({ kind: 'sms', number: '1' });
});

test('a schema that is no object has nothing to fill in', () => {
  show({ type: 'string' });
  expect(screen.getByText('Nothing')).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
});

test('[SCHEMA-10] what the form cannot show is edited as JSON and half a text is kept', async () => {
  const { user, value } = show(object({ any: {}, text: { type: 'string' } }), { text: { odd: true } });
  expect(screen.getByRole('textbox', { name: 'text' })).toHaveProperty('value', '{\n  "odd": true\n}');
  const any = screen.getByRole('textbox', { name: 'any' });
  await user.click(any);
  await user.paste('{"a":');
  expect(any).toHaveProperty('value', '{"a":');
  await user.paste(' 1}');
  expect(value()).toEqual({ any: { a: 1 }, text: { odd: true } });
});

test('problems wait until a field was left, and the first one gets the focus', async () => {
  const problems = [
    { path: '/b', message: 'This value is required.', keyword: 'required' },
    { path: '/list/1', message: 'Must be text.', keyword: 'type' },
  ];
  const schema = object({ a: { type: 'string' }, b: { type: 'string' }, list: { type: 'array' } }, ['b']);
  const { user } = show(schema, { list: [1, 2] }, problems);
  expect(screen.queryByText('This value is required.')).toBeNull();
  await user.click(screen.getByRole('textbox', { name: 'b' }));
  await user.tab();
  expect(screen.getByText('This value is required.')).toBeTruthy();
  expect(screen.queryByText('Must be text.')).toBeNull();
  const form = screen.getByRole('form', { name: 'Arguments' });
  expect(focusFirstProblem(form, problems.slice(1))).toBe(true);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'list' }));
  focusFirstProblem(form, problems.toReversed());
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'b' }));
});

test('names that objects already have are fields like any other', async () => {
  const properties = JSON.parse(
    '{"__proto__":{"type":"string"},"constructor":{"type":"string"},"a.b":{"type":"string"}}',
  );
  const { user, value } = show({ type: 'object', properties });
  await user.type(screen.getByRole('textbox', { name: '__proto__' }), 'x');
  await user.type(screen.getByRole('textbox', { name: 'constructor' }), 'y');
  await user.type(screen.getByRole('textbox', { name: 'a.b' }), 'z');
  expect(JSON.stringify(value())).toBe('{"__proto__":"x","constructor":"y","a.b":"z"}');
});

test('secrets are masked until they are to be seen', async () => {
  const { user } = show(object({ api_key: { type: 'string' } }));
  const field = screen.getByLabelText('api_key');
  expect(field.getAttribute('type')).toBe('password');
  await user.click(screen.getByRole('button', { name: 'Show the text' }));
  expect(field.getAttribute('type')).toBe('text');
});

test('[SEC-13] buttons that name a field name its hidden characters, and not all of a long name', () => {
  show(object({ 'pay\u202ebill': { type: 'string' }, ['f'.repeat(900)]: FILE }));
  expect(screen.getByRole('button', { name: 'What to send as pay[U+202E]bill' })).toBeTruthy();
  const regions = screen.getAllByRole('region').map((one) => one.getAttribute('aria-label') ?? '');
  expect(regions.filter((label) => label.startsWith('File for f')).map(({ length }) => length)).toEqual([69]);
});

test('a field with long help has the whole width, one with short help shares a line', () => {
  const long = 'Whether the lines of the order are part of the answer, with their prices.';
  show(object({ lines: { type: 'boolean', description: long }, tax: { type: 'boolean', description: 'With tax' } }));
  const frame = (name: string) => screen.getAllByRole('group', { name })[0]?.closest('.form-f')?.classList;
  expect(frame('lines')?.contains('half')).toBe(false);
  expect(frame('tax')?.contains('half')).toBe(true);
});
