import { describe, expect, it } from 'vitest';
import { RunScript } from '#shared/script/run-script.ts';
import type { ThreadStep } from '#shared/traffic.ts';
import { argumentWords, comingRows, threadRows } from '../../../../src/renderer/features/demo/ladder-rows.ts';
import { maskSecrets, maskText } from '../../../../src/renderer/features/demo/mask-secrets.ts';

const script = RunScript.parse({
  version: 1,
  steps: [{ do: 'call', with: { name: 'refund', args: { order: 'ord_1' } } }, { do: 'answer' }, { do: 'compare' }],
});
const thread = (...steps: Partial<ThreadStep>[]): ThreadStep[] =>
  steps.map((step) => ({ kind: 'note', title: '', after: 0, ...step }));

describe('the ladder', () => {
  it('shows the messages of a call, a reply and its retry as one', () => {
    const steps = thread(
      { kind: 'sent', title: 'Request sent' },
      { kind: 'progress', title: '2 progress updates', progress: { value: 2, total: 4 }, text: 'Loaded' },
      { kind: 'ask', text: '1 request: name, a form with 2 fields. requestState 99 bytes, opaque.' },
      { kind: 'reply', title: 'The script accepted' },
      { kind: 'retry', title: 'Retried with the answer' },
      { kind: 'result', title: 'Result', text: '1 content block' },
    );
    expect(threadRows(steps, script.steps[0])).toEqual([
      { dir: 'out', title: 'Call refund', detail: 'order ord_1', kind: 'req' },
      { dir: 'in', title: 'Progress 2 of 4', detail: 'Loaded', kind: 'ntf' },
      { dir: 'in', title: 'Needs input', detail: 'A form with 2 fields', kind: 'srv' },
      { dir: 'out', title: 'Answer and retry', detail: 'The script accepted', kind: 'srv' },
      { dir: 'in', title: 'Result', detail: '1 content block', kind: 'res' },
    ]);
  });

  it('tells what is still to come', () => {
    const titles = (at: number | undefined, done: boolean, era: 'legacy' | 'modern' = 'modern') =>
      comingRows(script, [0, 1, 2], { at, done, era }).map(({ title }) => title);
    expect(titles(undefined, false)).toEqual(['Call refund', 'Needs input', 'Answer and retry', 'Result']);
    expect(titles(0, false)).toEqual(['Needs input', 'Answer and retry', 'Result']);
    expect(titles(0, true)).toEqual(['Answer and retry', 'Result']);
    expect(titles(1, true)).toEqual([]);
    // To a legacy server a reply is no new request.
    expect(titles(0, true, 'legacy')).toEqual(['Answer', 'Result']);
    expect(comingRows(script, [0, 1, 2], { at: 0, done: true, era: 'legacy' })[0]?.detail).toBeUndefined();
  });
});

describe('secrets on the stage', () => {
  it('hides what is named like a secret or looks like one, and nothing else', () => {
    expect(maskSecrets({ user: 'ada', api_key: 'abc', nested: [{ password: 'x', author: 'me' }], n: 1 })).toEqual({
      user: 'ada',
      api_key: '••••••••',
      nested: [{ password: '••••••••', author: 'me' }],
      n: 1,
    });
    expect(maskText('use ghp_abcdefgh for "sk-12345678" please')).toBe('use •••••••• for "•••••••• please');
    expect(maskText('Authorization: Bearer abc.def')).toBe('Authorization: Bearer ••••••••');
    expect(argumentWords({ city: 'Oslo', api_key: 'abc' })).toBe('city Oslo, api_key ••••••••');
  });
});
