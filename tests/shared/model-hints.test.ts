import { expect, test } from 'vitest';
import { matchModel } from '#shared/model-hints.ts';

const MODELS = ['gpt-x', 'gpt-x-mini', 'llama-small', 'prompt-writer'];

test('[SAMP-05] hints are parts of names, in the order of the server', () => {
  expect(matchModel(['LLAMA', 'gpt'], MODELS)).toEqual({ model: 'llama-small', hint: 'LLAMA', by: 'LLAMA' });
  expect(matchModel(['nothing', 'x-mini'], MODELS)).toEqual({ model: 'gpt-x-mini', hint: 'x-mini', by: 'x-mini' });
});

test('[SAMP-05] a hint that names no model finds one by a word that means the same', () => {
  expect(matchModel(['small'], ['gpt-x', 'gpt-x-mini'])).toEqual({ model: 'gpt-x-mini', hint: 'small', by: 'mini' });
  expect(matchModel(['large'], ['prompt-writer'])).toBeUndefined();
  expect(matchModel(['', ' '], MODELS)).toBeUndefined();
});
