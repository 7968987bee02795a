import { expect, test } from 'vitest';
import { askOrigin, oneLine } from '../../../../src/renderer/parts/ask/ask-words.ts';
import { operation, pending } from '../../support/samples.ts';

test('hidden characters are named once, and a cut never leaves half a character', () => {
  expect(oneLine('pay\u202ebill\n now', 40)).toBe('pay[U+202E]bill now');
  expect(oneLine('abc\u{1f600}def', 4)).toBe('abc…');
});

test('where an ask comes from leaves room for what is asked on the same line', () => {
  const ask = pending({ taskId: '0b4b1c9e-7a52-4f0e-9a55-1f0e7a9c2d11', operationId: 'op1', operationCertain: true });
  const call = operation({ label: 'deploy_preview' });
  expect(askOrigin(ask, call)).toBe('deploy_preview, task 0b4b1c9e-7a52-4f0e-9a55-1f0e7a9c2d11');
  expect(askOrigin(ask, call, 'shared')).toBe('deploy_preview, task 0b4b1c9e-7a52-…');
});
