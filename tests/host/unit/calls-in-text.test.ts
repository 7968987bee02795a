import { expect, test } from 'vitest';
import { callsInText } from '../../../src/host/approvals/calls-in-text.ts';

const PARAMS = { name: 'wipe', arguments: { all: true } };
const CALL = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: PARAMS };
const text = JSON.stringify(CALL);
const harmless = '{"name":"look"}';

test('a message that is plainly a call is one, with its arguments to the digit', () => {
  expect(callsInText(text)).toEqual([{ name: 'wipe', args: { all: true } }]);
  expect(callsInText(` ${JSON.stringify(CALL, null, 2)}\n`)).toEqual([{ name: 'wipe', args: { all: true } }]);
  expect(callsInText(text.replace('true', '12345678901234567890'))).toMatchObject([
    { name: 'wipe', text: '{"all":12345678901234567890}' },
  ]);
});

test('what names no call is none, valid or not', () => {
  expect(callsInText('{"jsonrpc":"2.0","id":1,"method":"ping"}')).toEqual([]);
  expect(callsInText('this is no JSON')).toEqual([]);
  expect(callsInText('{"jsonrpc":"2.0","id":1,')).toEqual([]);
});

test.each([
  ['two messages on lines of their own', `{"jsonrpc":"2.0","id":1,"method":"ping"}\n${text}`],
  ['a message within another one, on a line of its own', `{"id":2,"method":"ping","params":{"x":\n${text}\n}}`],
  ['a batch', `[${text}]`],
  ['a number that is no JSON, which Python reads', text.replace('true', 'NaN')],
  ['a comma at the end', text.replace('true', 'true,')],
  ['the method twice, of which the first counts for some', text.replace('"params"', '"method":"ping","params"')],
  [
    'params twice',
    `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${JSON.stringify(PARAMS)},"params":${harmless}}`,
  ],
  ['a name twice', '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wipe","name":"look"}}'],
  ['members in capitals, which Go reads', text.replace('"method"', '"Method"')],
  ['params in capitals', text.replace('"params"', '"PARAMS"')],
  ['a letter that Go takes for another one', text.replace('"params"', '"param\u017f"')],
  ['characters written as numbers in text that is no JSON', String.raw`{method:"\u0074ools/call"}`],
  ['characters written in a way JSON does not have', String.raw`{"method":"\x74ools\x2fcall",}`],
])('%s may be a call that is not seen: unclear', (_what, sent) => {
  expect(callsInText(sent)).toBe('unclear');
});

test('characters written as numbers are read as what they are', () => {
  expect(callsInText(text.replace('tools/call', String.raw`\u0074ools\/call`))).toEqual([
    { name: 'wipe', args: { all: true } },
  ]);
});

test('of arguments that hold a name twice the exact text is shown: readers differ in which of the two counts', () => {
  const sent = (args: string) => callsInText(text.replace(JSON.stringify(PARAMS.arguments), args));
  for (const args of ['{"path":"/","path":"/tmp/x"}', '{"in":[{"path":"/","p\\u0061th":"/tmp/x"}]}'])
    expect(sent(args)).toMatchObject([{ name: 'wipe', text: args }]);
  expect(sent('{"a":{"path":"/"},"b":{"path":"/"}}')).toEqual([
    { name: 'wipe', args: { a: { path: '/' }, b: { path: '/' } } },
  ]);
});
