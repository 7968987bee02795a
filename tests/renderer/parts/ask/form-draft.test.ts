import { expect, test } from 'vitest';
import { formDraft } from '../../../../src/renderer/parts/ask/form-draft.ts';
import { askFields, type FieldEntry } from '../../../../src/renderer/parts/ask/form-values.ts';

const SCHEMA = { type: 'object', properties: { note: { type: 'string' }, account: { type: 'object' } } };
const FIELDS = askFields(SCHEMA);

function saved(entries: Record<string, FieldEntry>, json?: string): string {
  const { write } = formDraft(FIELDS, SCHEMA);
  return JSON.stringify(write({ entries, json, problems: 0 }));
}

test.each([
  ['a key under a harmless name', '{"action":"accept","content":{"note":"ghp_0123456789"}}'],
  ['a key that is not typed to its end', '{"action":"accept","content":{"note":"ghp_01234'],
  ['a password beside the content', '{"action":"accept","content":{"note":"hi"},"_meta":{"password":"ghp_0"}}'],
])('[SEC-12] of a reply as JSON nothing is saved that holds %s', (_what, json) => {
  expect(saved({ note: 'hi' }, json)).not.toContain('ghp_0');
  expect(saved({ note: 'hi' }, json.replace(/ghp_\w*/, 'hi').replace('password', 'trace'))).toContain('"json"');
});

test.each<[string, FieldEntry]>([
  ['in JSON that was begun', { value: { account: '{"password": "hun' }, texts: {} }],
  [
    'in a text that the value no longer is',
    { value: { account: {} }, texts: { '/account': { kind: 'json', text: '{"password": "hun', value: 'x' } } },
  ],
  [
    'in a form that is not chosen',
    { value: { account: {} }, texts: {}, aside: { '/account': { x: { pass: 'hun' } } } },
  ],
  ['under a harmless name', { value: { account: { note: 'sk-hun' } }, texts: {} }],
])('[SEC-12] a field for an object is not saved with a secret %s', (_where, account) => {
  const text = saved({ note: 'hi', account });
  expect(text).not.toContain('hun');
  expect(text).toContain('"note":"hi"');
});

test('words are no key: what begins like the head of one comes back', () => {
  expect(saved({ note: 'Basic plan, paid yearly' })).toContain('Basic plan');
  expect(saved({ note: 'Bearer abcdef' })).not.toContain('abcdef');
});
