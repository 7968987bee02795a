import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { QueryField } from '../../../src/renderer/parts/query-field.tsx';
import type { SavedPage } from '../../../src/renderer/store/page.ts';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';

const known = { method: ['tools/call', 'tools/list'], name: ['create issue'], server: ['acme'] };

function Field({ told }: { readonly told: string[] }) {
  const [value, setValue] = useState('');
  return (
    <QueryField
      value={value}
      onValue={(next) => {
        told.push(next);
        setValue(next);
      }}
      known={() => known}
    />
  );
}

async function shown(saved: Partial<SavedPage> = {}) {
  const told: string[] = [];
  const view = await renderView(new FakeHost(), <Field told={told} />, saved);
  const field = screen.getByRole('combobox', { name: 'Filter' });
  if (!(field instanceof HTMLInputElement)) throw new Error('the filter is no input');
  await view.user.click(field);
  return { ...view, told, field };
}

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const marked = (field: HTMLElement) =>
  document.getElementById(field.getAttribute('aria-activedescendant') ?? 'none')?.textContent;

test('a key is completed by Tab, then its values are offered and one is taken by Enter', async () => {
  const { user, field } = await shown();
  expect(options()).toEqual([]);
  await user.type(field, 'me');
  expect(screen.getByRole('listbox', { name: 'Suggestions for the filter' })).toBeTruthy();
  expect(options()).toEqual(['method:part of the method']);
  expect(field.getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{Tab}');
  expect(field.value).toBe('method:');
  expect(document.activeElement).toBe(field);
  expect(options()).toEqual(['tools/call', 'tools/list']);
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(marked(field)).toBe('tools/list');
  await user.keyboard('{ArrowDown}{ArrowUp}');
  expect(marked(field)).toBe('tools/list');
  await user.keyboard('{Enter}');
  expect(field.value).toBe('method:tools/list ');
  expect(options()).toEqual([]);
});

test('a value in the middle is put in its place, quoted, with the caret behind it', async () => {
  const { user, field } = await shown();
  await user.type(field, 'name: echo');
  field.setSelectionRange(5, 5);
  await user.keyboard('cr');
  await user.click(screen.getByRole('option', { name: 'create issue' }));
  expect(field.value).toBe('name:"create issue" echo');
  expect(field.selectionStart).toBe('name:"create issue"'.length);
});

test('Down shows all keys; Escape closes the list first and clears the filter then; Tab without a list moves on', async () => {
  const { user, field } = await shown();
  await user.keyboard('{ArrowDown}');
  expect(options()).toHaveLength(13);
  await user.keyboard('{Escape}');
  expect(options()).toEqual([]);
  await user.type(field, 'dur');
  await user.keyboard('{Escape}');
  expect(field.value).toBe('dur');
  await user.keyboard('{Escape}');
  expect(field.value).toBe('');
  await user.keyboard('{Tab}');
  expect(document.activeElement).not.toBe(field);
});

test('an unknown key turns the field amber and says so; the rest of the filter still goes to the host', async () => {
  const { user, told, field } = await shown();
  await user.type(field, 'echo foo:bar');
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe('No filter named foo'));
  expect(told).toEqual(['echo foo:bar']);
  expect(field.closest('.inp')?.className).toContain('warn');
  expect(document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
    'No filter named foo',
  );
  await user.click(screen.getByRole('button', { name: 'Clear filter' }));
  expect(screen.getByRole('status').textContent).toBe('');
  expect(field.closest('.inp')?.className).not.toContain('warn');
});

test('a filter is saved under a name, taken again and deleted', async () => {
  const { user, told, field, wirebench } = await shown({ filters: [{ name: 'Slow', text: 'dur:>2s' }] });
  await user.type(field, 'is:error ');
  await user.click(screen.getByRole('button', { name: 'Saved filters' }));
  const panel = await screen.findByRole('dialog', { name: 'Saved filters' });
  await user.type(within(panel).getByRole('textbox', { name: 'Name of this filter' }), 'Broken');
  await user.click(within(panel).getByRole('button', { name: 'Save' }));
  expect(wirebench.page.getState().filters).toEqual([
    { name: 'Slow', text: 'dur:>2s' },
    { name: 'Broken', text: 'is:error' },
  ]);
  await user.click(screen.getByRole('button', { name: 'Saved filters' }));
  await user.click(await screen.findByRole('button', { name: 'Delete Broken' }));
  expect(wirebench.page.getState().filters.map(({ name }) => name)).toEqual(['Slow']);
  await user.click(screen.getByRole('button', { name: /^Slow/ }));
  expect(field.value).toBe('dur:>2s');
  expect(told.at(-1)).toBe('dur:>2s');
});
