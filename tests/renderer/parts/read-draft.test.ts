import { expect, test } from 'vitest';
import { readArguments, sentArguments } from '../../../src/renderer/features/prompts/prompt-arguments.ts';
import { expandTemplate, readTemplate } from '../../../src/renderer/features/resources/uri-template.ts';
import { readDraft } from '../../../src/renderer/parts/read-draft.ts';

const NAMES = ['constructor', 'toString', '__proto__', 'hasOwnProperty'];

test('[SEC-13] an argument that has a name of the language is empty until something is typed', () => {
  for (const name of NAMES) expect(readDraft('{"city":"Rome"}')[name]).toBeUndefined();
  const args = readArguments({ name: 'p', arguments: NAMES.map((name) => ({ name })) });
  expect(args).toHaveLength(NAMES.length);
  for (const values of [readDraft('{}'), {}]) expect(sentArguments(args, values)).toEqual({});
  const typed = sentArguments(args, readDraft('{"constructor":"a","__proto__":"b"}'));
  expect(JSON.stringify(typed)).toBe('{"constructor":"a","__proto__":"b"}');
});

test('[SEC-13] a template with such a variable makes an address without it', () => {
  const template = 'file:///{constructor}/{?list*,toString}';
  const { variables } = readTemplate(template);
  for (const values of [readDraft('{}'), {}]) expect(expandTemplate(template, variables, values)).toBe('file:////');
  expect(expandTemplate(template, variables, readDraft('{"constructor":"a"}'))).toBe('file:///a/');
});
