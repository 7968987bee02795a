import { expect, test } from 'vitest';
import { withVariables } from '../../../../src/renderer/parts/ask/reply-variables.ts';
import { resultProblems } from '../../../../src/renderer/parts/ask/sampling-check.ts';
import {
  changedParams,
  replyFields,
  resultOf,
  SAMPLING_KIND,
} from '../../../../src/renderer/parts/ask/sampling-draft.ts';
import { requestTokens } from '../../../../src/renderer/parts/models/token-count.ts';

const TEXT = { type: 'text', text: 'Hi' };
const USE = { type: 'tool_use', id: 'c1', name: 'look', input: { q: 1 } };
const OFFER = { tools: [{ name: 'look', inputSchema: { type: 'object' } }] };
const result = (over: object = {}) => ({
  role: 'assistant',
  content: TEXT,
  model: 'm',
  stopReason: 'endTurn',
  ...over,
});

test.each([
  ['a text', result()],
  ['an image', result({ content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } })],
  ['text and a tool use', result({ content: [TEXT, USE], stopReason: 'toolUse' })],
  ['no stop reason', { role: 'assistant', content: TEXT, model: 'm' }],
])('[SAMP-10] %s goes into the fields and comes out as it was', (_name, value) => {
  const fields = replyFields(value);
  expect(fields.json).toBeUndefined();
  expect(resultOf(fields)).toEqual(value);
});

test('what fields cannot hold stays JSON, to the last member', () => {
  const odd = result({ content: { ...TEXT, annotations: { priority: 1 } } });
  expect(JSON.parse(replyFields(odd).json ?? '')).toEqual(odd);
  expect(replyFields(result({ _meta: { a: 1 } })).json).toContain('_meta');
});

test.each<[string, object, object, RegExp | undefined]>([
  ['a text', {}, {}, undefined],
  ['no content', { content: [] }, {}, /no content/],
  ['another role', { role: 'user' }, {}, /role/],
  ['no model', { model: '' }, {}, /name of the model/],
  ['an image without data', { content: { type: 'image', data: '', mimeType: 'image/png' } }, {}, /choose a file/],
  ['an image that is no base64', { content: { type: 'image', data: 'a b', mimeType: 'image/png' } }, {}, /not base64/],
  ['a tool use', { content: USE, stopReason: 'toolUse' }, OFFER, undefined],
  ['a tool that is not offered', { content: USE, stopReason: 'toolUse' }, {}, /offers no tool "look"/],
  ['a tool use with another stop reason', { content: USE }, OFFER, /toolUse/],
  ['a tool use without a stop reason', { content: USE, stopReason: undefined }, OFFER, undefined],
  ['two tool uses of one id', { content: [USE, USE], stopReason: 'toolUse' }, OFFER, /same id/],
  ['no tool use where one is required', {}, { ...OFFER, toolChoice: { mode: 'required' } }, /required/],
  [
    'a tool use where none is wanted',
    { content: USE, stopReason: 'toolUse' },
    { ...OFFER, toolChoice: { mode: 'none' } },
    /is none/,
  ],
  ['a resource', { content: { type: 'resource' } }, {}, /no blocks of type "resource"/],
])('[SAMP-10] [SAMP-12] %s is judged', (_name, over, params, words) => {
  const problems = resultProblems(result(over), { ...params });
  if (words) expect(problems.join(' ')).toMatch(words);
  else expect(problems).toEqual([]);
});

test('variables of a saved reply are the last message and the tool, in every text of it', () => {
  const params = {
    messages: [
      { role: 'user', content: TEXT },
      { role: 'user', content: [{ type: 'text', text: '$& why?' }] },
    ],
  };
  const saved = result({ content: [{ type: 'text', text: '{{tool}}: {{message.last}}' }], model: '{{tool}}' });
  expect(withVariables(saved, params, 'explain')).toMatchObject({
    content: [{ text: 'explain: $& why?' }],
    model: 'explain',
  });
  expect(withVariables('{{tool}}|{{message.last}}', {}, undefined)).toBe('|');
});

test('[SAMP-04] a changed request has the changes, and what was taken out is not in it', () => {
  expect(changedParams({ systemPrompt: 'a', maxTokens: 5 }, { systemPrompt: null, maxTokens: 9 })).toEqual({
    maxTokens: 9,
  });
});

test('tokens are estimated for texts, media and tools', () => {
  const base = { messages: [{ role: 'user', content: TEXT }] };
  const image = { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } };
  expect(requestTokens(base)).toBeGreaterThan(0);
  expect(requestTokens({ messages: [...base.messages, image] })).toBeGreaterThan(requestTokens(base) + 500);
  expect(requestTokens({ ...base, ...OFFER })).toBeGreaterThan(requestTokens(base));
});

test('[SEC-12] of a model reply that holds a secret nothing is saved, wherever it stands', () => {
  const block = (over: object) => ({
    ...{ type: 'text' as const, text: '', data: '', mimeType: '', toolId: '', tool: '' },
    ...{ input: { value: {}, texts: {} }, ...over },
  });
  const begun = { '/a': { kind: 'json' as const, text: '{"password": "hun', value: 'x' } };
  for (const draft of [
    { blocks: [block({ text: 'ghp_hun' })] },
    { blocks: [block({ input: { value: {}, texts: begun } })] },
    { blocks: [block({ input: { value: {}, texts: {}, aside: { '': { password: 'hun' } } } })] },
    { changed: { systemPrompt: 'Bearer hun' } },
    { changed: { metadata: { api_key: 'hun' } } },
    { json: '{"content":{"type":"text","text":"sk-hun' },
  ])
    expect(JSON.stringify(SAMPLING_KIND.write(draft)) ?? '').not.toContain('hun');
  const words = { blocks: [block({ text: 'Basic arithmetic: 1 + 1 = 2.' })], changed: { maxTokens: 600 } };
  expect(SAMPLING_KIND.write(words)).toEqual(words);
});
