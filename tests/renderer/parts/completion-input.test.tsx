import { screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { CompletionInput } from '../../../src/renderer/parts/completion-input.tsx';
import { type Complete, useCompletion } from '../../../src/renderer/parts/use-completion.ts';
import { FakeHost } from '../support/fake-host.ts';
import { renderView } from '../support/render-view.tsx';
import { operation } from '../support/samples.ts';

function Field({ complete }: { readonly complete: Complete | undefined }) {
  const [value, setValue] = useState('');
  const control = { id: 'f', 'aria-label': 'metric' };
  return (
    <CompletionInput control={control} name="metric" value={value} onValue={setValue} others={{}} complete={complete} />
  );
}

function Asking({ offered }: { readonly offered: boolean }) {
  return <Field complete={useCompletion('ses1', { type: 'ref/prompt', name: 'p' }, offered)} />;
}
const suggestions = (...values: string[]) => ({
  values,
  total: undefined,
  hasMore: false,
  tooMany: undefined,
  tookMs: 3,
  at: Date.now(),
});

test('[COMP-01] a server that declares no completions is not asked', async () => {
  const host = new FakeHost();
  const { user } = await renderView(host, <Asking offered={false} />);
  await user.type(screen.getByRole('textbox', { name: 'metric' }), 'revenue');
  // Longer than the pause after which suggestions would be asked for.
  await new Promise((resolve) => setTimeout(resolve, 400));
  expect(host.inputs('operation.run')).toEqual([]);
  expect(screen.queryByRole('combobox')).toBeNull();
});

test('[COMP-05] fast typing asks once, for the last text', async () => {
  const complete = vi.fn<Complete>(() => Promise.resolve(suggestions('revenue', 'revision')));
  const { user } = await renderView(new FakeHost(), <Field complete={complete} />);
  await user.type(screen.getByRole('combobox', { name: 'metric' }), 'rev');
  expect(await screen.findByRole('option', { name: 'revenue' })).toBeTruthy();
  expect(complete.mock.calls.map(([ask]) => ask.value)).toEqual(['rev']);
});

test('[COMP-05] an answer to an older text is stopped and dropped', async () => {
  const answers: ((values: string) => void)[] = [];
  const signals: AbortSignal[] = [];
  const complete: Complete = (_ask, signal) => {
    signals.push(signal);
    return new Promise((resolve) => answers.push((value) => resolve(suggestions(value))));
  };
  const { user } = await renderView(new FakeHost(), <Field complete={complete} />);
  const field = screen.getByRole('combobox', { name: 'metric' });
  await user.type(field, 'a');
  await waitFor(() => expect(answers).toHaveLength(1));
  await user.type(field, 'b');
  await waitFor(() => expect(answers).toHaveLength(2));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  answers[1]?.('for ab');
  answers[0]?.('for a');
  expect(await screen.findByRole('option', { name: 'for ab' })).toBeTruthy();
  expect(screen.queryByRole('option', { name: 'for a' })).toBeNull();
});

test('[COMP-05] a failed answer says so and leaves the field as it is', async () => {
  const complete: Complete = () => Promise.reject(new Error('Index is being built.'));
  const { user } = await renderView(new FakeHost(), <Field complete={complete} />);
  await user.type(screen.getByRole('combobox', { name: 'metric' }), 'rev');
  expect(await screen.findByText('No suggestions. Index is being built.')).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'metric' })).toHaveProperty('value', 'rev');
});

test('[COMP-04] of too many suggestions the first 100 are offered; odd ones and doubles are left out', async () => {
  const host = new FakeHost();
  host.on('operation.run', ({ sessionId, verb }) => {
    host.put('operation', 'op1', operation({ id: 'op1', sessionId, verb }));
    const many = Array.from({ length: 150 }, (_, at) => `v${at}`);
    host.finish('op1', { completion: { values: [7, null, 'v0', ...many], total: 1200, hasMore: true } });
    return { operationId: 'op1' };
  });
  const { user } = await renderView(host, <Asking offered />);
  await user.type(screen.getByRole('combobox', { name: 'metric' }), 'v');
  expect(await screen.findByText(/100 of 1200 from the server/)).toBeTruthy();
  expect(screen.getAllByRole('option')).toHaveLength(100);
});

function hostThatSuggests(values: readonly string[]): FakeHost {
  const host = new FakeHost();
  let made = 0;
  host.on('operation.run', ({ sessionId, verb }) => {
    made += 1;
    const id = `op${made}`;
    host.put('operation', id, operation({ id, sessionId, verb }));
    host.finish(id, { completion: { values } }, { endedAt: Date.now() });
    return { operationId: id };
  });
  return host;
}

test('[COMP-05] what was asked a moment ago is not asked again', async () => {
  const host = hostThatSuggests(['revenue']);
  const { user } = await renderView(host, <Asking offered={true} />);
  const field = screen.getByRole('combobox', { name: 'metric' });
  for (const part of ['r', 'e', '{Backspace}']) {
    const before = host.inputs('operation.run').length;
    await user.type(field, part);
    if (part !== '{Backspace}') await waitFor(() => expect(host.inputs('operation.run')).toHaveLength(before + 1));
  }
  expect(await screen.findByRole('option', { name: 'revenue' })).toBeTruthy();
  expect(host.inputs('operation.run')).toHaveLength(2);
});

test('[COMP-04] an answer with more than 100 values is shown as far as allowed, and said', async () => {
  const host = hostThatSuggests(Array.from({ length: 130 }, (_, at) => `value ${at}`));
  const { user } = await renderView(host, <Asking offered={true} />);
  await user.type(screen.getByRole('combobox', { name: 'metric' }), 'v');
  expect(await screen.findByText(/^100 from the server.*\. It sent 130, 100 are allowed$/)).toBeTruthy();
  expect(screen.getAllByRole('option')).toHaveLength(100);
});
