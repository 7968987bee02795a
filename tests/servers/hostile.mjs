// A server on stdio that misbehaves as told: `node hostile.mjs [--era=modern] <flag> ...`. What a flag does happens around
// the answer to a call of `echo` (bad-tool: in tools/list; early-notification: at a listen). The tool `heard` tells what the
// client said to this server without being asked. Without a flag it behaves well.
import { readFlags, serveStdio } from './kit.mjs';
import { legacyPeer } from './legacy-peer.mjs';
import { key, modernPeer } from './modern-peer.mjs';

const flags = readFlags();
const modern = flags.era === 'modern';
const heard = [];
const peer = modern ? modernPeer() : legacyPeer({ push: (message) => write(message) });
const note = (method, params) => ({ jsonrpc: '2.0', method, params });
const extra = { 'x-trace': 7, meta: { odd: true } };

// Each gets the good answer and returns what is written instead: values as JSON lines, a string as it is.
const aroundEcho = {
  'unknown-id': (a) => [{ ...a, id: 'nobody-asked' }, a],
  duplicate: (a) => [a, { ...a, result: { ...a.result, content: [{ type: 'text', text: 'second answer' }] } }],
  batch: (a) => [[note('notifications/message', { level: 'info', data: 'in a batch' }), a]],
  'extra-keys': (a) => [{ ...a, ...extra }],
  'changed-id': (a) => [{ ...a, id: typeof a.id === 'number' ? String(a.id) : `${a.id} ` }],
  both: (a) => [{ ...a, error: { code: -32603, message: 'also an error' } }],
  neither: (a) => [{ jsonrpc: '2.0', id: a.id }],
  'null-id-error': (a) => [{ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'Parse error' } }, a],
  'no-jsonrpc': (a) => [{ id: a.id, result: a.result }],
  'unknown-notification': (a) => [note('notifications/fixture/unheard', { n: 1 }), a],
  'unknown-request': (a) => [{ ...note('fixture/unheard', {}), id: 'hostile-1' }, a],
  'elicit-request': (a) => [{ ...note('elicitation/create', form), id: 'hostile-2' }, a],
  'unknown-progress': (a) => [note('notifications/progress', { progressToken: 'nobody', progress: 1 }), a],
  'late-progress': (a, m) => [a, note('notifications/progress', { progressToken: tokenOf(m), progress: 1 })],
  'unasked-log': (a) => [note('notifications/message', { level: 'error', data: 'nobody asked' }), a],
  'no-result-type': (a) => [{ ...a, result: { ...a.result, resultType: undefined } }],
  'odd-result-type': (a) => [{ ...a, result: { ...a.result, resultType: 'fixture/odd' } }],
  noise: (a) => ['about to answer echo\n', a],
};
const form = { message: 'Unexpected?', requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } } } };
const tokenOf = (message) => message.params?._meta?.progressToken ?? 'none';
const known = [...Object.keys(aroundEcho), 'bad-tool', 'early-notification'];
const unknown = flags.words.filter((word) => !known.includes(word));
if (unknown.length > 0) {
  process.stderr.write(`Unknown flag: ${unknown.join(', ')}. Known: ${known.join(', ')}\n`);
  process.exit(2);
}

const badTools = [
  { name: 'no-schema', description: 'Has no input schema.' },
  { name: 7, inputSchema: { type: 'object' } },
  null,
  { name: 'odd-schema', inputSchema: { type: 'text', properties: [] } },
];

function write(value) {
  process.stdout.write(typeof value === 'string' ? value : `${JSON.stringify(value)}\n`);
}

// Flags work together as long as the good answer is still among the values: each takes that one's place.
function spoil(message, answer) {
  let values = [answer];
  for (const word of flags.words.filter((w) => Object.hasOwn(aroundEcho, w))) {
    values = values.flatMap((v) => (v === answer ? aroundEcho[word](answer, message) : [v]));
  }
  return values;
}

function withBadTools(answer) {
  const [first, ...rest] = answer.result.tools;
  return { ...answer, result: { ...answer.result, tools: [first, ...badTools, ...rest] } };
}

function answerFor(message, answer) {
  if (message.method === 'tools/list' && answer.result && flags.words.includes('bad-tool')) write(withBadTools(answer));
  else if (message.params?.name === 'echo' && answer.result) for (const value of spoil(message, answer)) write(value);
  else write(answer);
}

function onMessage(message) {
  if (message.method === undefined) heard.push(message);
  if (message.method === 'tools/call' && message.params?.name === 'heard') {
    const content = [{ type: 'text', text: JSON.stringify(heard) }];
    return write({ jsonrpc: '2.0', id: message.id, result: { content, ...(modern && { resultType: 'complete' }) } });
  }
  if (message.method === 'subscriptions/listen' && flags.words.includes('early-notification')) {
    const _meta = { [key('subscriptionId')]: message.id };
    write(note('notifications/tools/list_changed', { _meta }));
  }
  return peer.receive(message, (m) => (m.method === undefined ? answerFor(message, m) : write(m)));
}

serveStdio(onMessage);
