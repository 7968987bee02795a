import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createLogViews } from '#host/publish/log-views.ts';
import { type ThreadReport, threadReport } from '#host/publish/thread-report.ts';
import { createMessageChecker } from '#host/workers/message-checker.ts';
import { isObject } from '#shared/json.ts';
import { type RecordDraft, WireRecord } from '#shared/records.ts';
import { newLog, stamper } from './log-kit.ts';

const check = createMessageChecker();
const messages: Parameters<typeof threadReport>[0]['messages'] = {
  run: (jobs) => Promise.resolve({ result: jobs.map((job) => check(job)) }),
};

interface Setting {
  running?: boolean;
  tool?: Tool;
  counted?: ReadonlySet<string>;
}

type Tool = { inputSchema?: unknown; outputSchema?: unknown };

/** A log of these records, with what it tells of any exchange of it. */
function opened(records: readonly WireRecord[], { running = false, tool, counted }: Setting = {}) {
  const log = newLog();
  const views = createLogViews({ log });
  for (const record of records) views.add(log.append(record));
  return (exchangeId: string): Promise<ThreadReport> =>
    threadReport({ log, views, exchangeId, running, tool: () => tool, messages, ...(counted ? { counted } : {}) });
}

function trace(name: string): WireRecord[] {
  const text = readFileSync(new URL(`../../traces/${name}.jsonl`, import.meta.url), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => WireRecord.parse(JSON.parse(line)));
}

function made(drafts: readonly RecordDraft[]): WireRecord[] {
  const stamp = stamper();
  return drafts.map((draft) => stamp(draft));
}

const frame = (dir: 'in' | 'out', message: object, ch = 'stdio'): RecordDraft => ({
  k: 'frame',
  dir,
  ch,
  text: JSON.stringify({ jsonrpc: '2.0', ...message }),
});
const modern = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
};
const texts = ({ passed }: ThreadReport) => passed.map(({ text }) => text);
const titles = ({ steps }: ThreadReport) => steps.map(({ title }) => title);

test('a retry is told with the whole call, its checks are its own; the first request has those of all', async () => {
  const report = opened(trace('modern-input-required'));
  const [whole, last] = [await report('x18'), await report('x22')];
  expect(titles(last)).toEqual(titles(whole));
  expect(titles(whole)).toContain('Retried with the answer');
  expect(texts(whole)).toEqual([
    'requestState came back byte for byte',
    'Retry used a new request id',
    'resultType is there and known',
    'Each request got one answer, with its id',
    'The answer to tools/call matches the schema of the protocol',
  ]);
  expect(texts(last)).toContain('One answer came, with the id of the request');
  expect(whole.found).toEqual([]);
  expect(whole.phases.map(({ what, round }) => [what, round])).toEqual([
    ['server', 1],
    ['person', undefined],
    ['server', 2],
    ['person', undefined],
    ['server', 3],
  ]);
});

test('a call without a retry is not said to have one, and what the era has not is not checked', async () => {
  const report = opened(trace('legacy-elicitation'));
  expect(texts(await report('x21'))).toEqual([
    'One answer came, with the id of the request',
    'The answer to tools/call matches the schema of the protocol',
  ]);
  const ask = await report('x22');
  expect(titles(ask)).toEqual(['Server needs input', 'Accepted']);
  expect(texts(ask)).toEqual([
    'One answer came, with the id of the request',
    'It came while a call was open that it belongs to',
    'The request elicitation/create matches the schema of the protocol',
  ]);
});

test('a question that could be of either of two open calls is told by the call that the session counts it to', async () => {
  const call = (id: number, name: string) =>
    frame('out', { id, method: 'tools/call', params: { name, arguments: {} } });
  const params = { mode: 'url', elicitationId: 'e1', url: 'https://x.test/', message: 'Sign in' };
  const records = made([
    frame('out', { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } }),
    frame('in', { id: 1, result: { protocolVersion: '2025-11-25' } }),
    call(2, 'ask_twice'),
    call(3, 'ask_sign_in'),
    frame('in', { id: 7, method: 'elicitation/create', params }),
  ]);
  const [, , other, own, ask] = records.map(({ seq }) => `x${seq}`);
  const told = (exchangeId = '', counted = new Set([own ?? '', ask ?? ''])) =>
    opened(records, { running: true, counted })(exchangeId);
  expect(titles(await told(own))).toEqual(['Request sent', 'Server needs input', 'Your reply']);
  expect(titles(await told(other, new Set()))).toEqual(['Request sent']);
});

test('HTTP headers that agree with the body pass; the time is split at what was measured', async () => {
  const call = { id: 1, method: 'tools/call', params: { name: 'sync', arguments: {}, _meta: modern } };
  const records = (name: string) =>
    made([
      frame('out', call, 'h1'),
      {
        k: 'http',
        ch: 'h1',
        what: 'request',
        method: 'POST',
        url: 'http://a/mcp',
        headers: [
          ['MCP-Protocol-Version', '2026-07-28'],
          ['Mcp-Method', 'tools/call'],
          ['Mcp-Name', name],
        ],
      },
      {
        k: 'http',
        ch: 'h1',
        what: 'response',
        status: 200,
        headers: [['content-type', 'application/json']],
        timing: { reused: false, dnsUs: 100, tcpUs: 200, sentUs: 400 },
      },
      frame('in', { id: 1, result: { resultType: 'complete', content: [] } }, 'h1'),
      { k: 'http', ch: 'h1', what: 'end' },
    ]);
  const good = await opened(records('sync'))('x1');
  expect(texts(good)).toContain('Mcp-Method, MCP-Protocol-Version and Mcp-Name match the body');
  expect(good.phases).toEqual([
    { what: 'name', from: 1000, to: 1100 },
    { what: 'tcp', from: 1100, to: 1300 },
    { what: 'sending', from: 1300, to: 1400 },
    { what: 'first', from: 1400, to: 2000 },
    { what: 'receiving', from: 2000, to: 3000 },
  ]);
  const bad = await opened(records('other'))('x1');
  expect(texts(bad).some((text) => text.includes('Mcp-Name'))).toBe(false);
});

test('over a pipe the time of writing is told where it was long', async () => {
  const records = made([
    frame('out', { id: 1, method: 'tools/call', params: { name: 'sync', _meta: modern } }),
    { k: 'note', what: 'request.written', level: 'debug', text: 'Written.', data: { id: 1, us: 400 } },
    frame('in', { id: 1, result: { resultType: 'complete', content: [] } }),
  ]);
  expect((await opened(records)('x1')).phases).toEqual([
    { what: 'sending', from: 0, to: 400 },
    { what: 'server', from: 400, to: 2000 },
  ]);
});

test('output is checked by the schema of the tool as it is listed, and the result step says so', async () => {
  const records = (structured: object) =>
    made([
      frame('out', { id: 1, method: 'tools/call', params: { name: 'sync', _meta: modern } }),
      frame('in', {
        id: 1,
        result: {
          resultType: 'complete',
          content: [{ type: 'text', text: JSON.stringify(structured) }],
          structuredContent: structured,
        },
      }),
    ]);
  const tool = { outputSchema: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] } };
  const good = await opened(records({ n: 1 }), { tool })('x1');
  expect(good.steps.at(-1)?.text).toBe('1 content block and structuredContent. Matches outputSchema.');
  expect(texts(good)).toEqual(
    expect.arrayContaining([
      'structuredContent matches the outputSchema of the tool',
      'A text block repeats the structuredContent as JSON',
    ]),
  );
  const bad = await opened(records({ n: 'x' }), { tool })('x1');
  expect(bad.steps.at(-1)?.text).toContain('Does not match outputSchema.');
  expect(bad.found.map(({ rule, seq }) => [rule, seq])).toEqual([['TOOL-09', 2]]);
  const unlisted = await opened(records({ n: 1 }))('x1');
  expect(texts(unlisted)).not.toContain('structuredContent matches the outputSchema of the tool');
});

test('a second answer takes the check away; progress that grew is one', async () => {
  const call = frame('out', { id: 1, method: 'tools/call', params: { name: 'a', _meta: { progressToken: 1 } } });
  const progress = (value: number) =>
    frame('in', { method: 'notifications/progress', params: { progressToken: 1, progress: value } });
  const answer = frame('in', { id: 1, result: { content: [] } });
  const good = await opened(made([call, progress(1), progress(2), answer]))('x1');
  expect(texts(good)).toContain('Progress grew, with the token of the request');
  const bad = await opened(made([call, progress(2), progress(1), answer, answer]))('x1');
  expect(texts(bad).some((text) => text.startsWith('Progress') || text.startsWith('One answer'))).toBe(false);
});

test('a listing that was compared with the one before it is said to be the same', async () => {
  const list = (id: number, names: string[]) => [
    frame('out', { id, method: 'tools/list', params: {} }),
    frame('in', { id, result: { tools: names.map((name) => ({ name, inputSchema: { type: 'object' } })) } }),
  ];
  const report = opened(made([...list(1, ['a']), ...list(2, ['a']), ...list(3, ['a', 'b'])]));
  const said = async (id: string) => texts(await report(id)).includes('The list is the same as the one before');
  expect(await Promise.all(['x1', 'x3', 'x5'].map(said))).toEqual([false, true, false]);
});

test('a request of the server that the log ties to no call is not taken into the story of one', async () => {
  const call = (id: number) => frame('out', { id, method: 'tools/call', params: { name: `t${id}` } });
  const ask = frame('in', { id: 'a', method: 'elicitation/create', params: { message: 'Sure?' } });
  const done = (id: number) => frame('in', { id, result: { content: [] } });
  const report = opened(made([call(1), call(2), ask, done(2), done(1)]));
  expect(titles(await report('x2'))).toEqual(['Request sent', 'Result']);
  const alone = opened(made([call(1), ask, done(1)]));
  expect(titles(await alone('x1'))).toEqual(['Request sent', 'Server needs input', 'Result']);
});

test('what is open waits while the session goes on, and is lost after it', async () => {
  const records = made([frame('out', { id: 1, method: 'tools/call', params: { name: 'a' } })]);
  expect(titles(await opened(records, { running: true })('x1'))).toEqual(['Request sent']);
  expect(titles(await opened(records)('x1'))).toEqual(['Request sent', 'Lost']);
  await expect(opened(records)('x9')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('an answer that came long after is found, and one too large for its record stands with its size', async () => {
  const noise = Array.from({ length: 20_050 }, (_, at): RecordDraft => ({ k: 'stderr', text: `line ${at}` }));
  const records = made([
    frame('out', { id: 1, method: 'tools/call', params: { name: 'a' } }),
    ...noise,
    frame('in', { id: 1, result: { content: [] } }),
  ]);
  const far = await opened(records)('x1');
  expect(titles(far)).toEqual(['Request sent', 'Result']);
  const large = await largeAnswer();
  expect(large.steps.at(-1)).toMatchObject({ title: 'Result', text: '2,000,073 bytes.' });
  expect(texts(large)).not.toContain('The answer to tools/call matches the schema of the protocol');
});

test('of many notifications far from their request the newest are told, and how many are not', async () => {
  const noise = Array.from({ length: 20_010 }, (_, at): RecordDraft => ({ k: 'stderr', text: `line ${at}` }));
  const progress = Array.from({ length: 320 }, (_, at) =>
    frame('in', { method: 'notifications/progress', params: { progressToken: 1, progress: at + 1 } }),
  );
  const call = frame('out', { id: 1, method: 'tools/call', params: { name: 'a', _meta: { progressToken: 1 } } });
  const { steps } = await opened(made([call, ...noise, ...progress]), { running: true })('x1');
  expect(steps.map(({ title }) => title)).toEqual([
    'Request sent',
    '20 older notifications are not shown',
    '300 progress updates',
  ]);
  expect(steps.at(-1)?.progress).toEqual({ value: 320 });
});

async function largeAnswer(): Promise<ThreadReport> {
  const log = newLog();
  const views = createLogViews({ log });
  const stamp = stamper();
  const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a' } };
  views.add(log.append(stamp({ k: 'frame', dir: 'out', ch: 'stdio', text: JSON.stringify(call) })));
  const result = { content: [{ type: 'text', text: 'x'.repeat(2_000_000) }] };
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, result });
  const body = log.put([Buffer.from(text)]);
  const raw: unknown = JSON.parse(text);
  const parsed = { messages: isObject(raw) ? [{ kind: 'response' as const, id: 1, result, raw }] : [], batch: false };
  views.add(log.append(stamp({ k: 'frame', dir: 'in', ch: 'stdio', text, body })), parsed);
  return threadReport({ log, views, exchangeId: 'x1', running: true, tool: () => undefined, messages });
}

test('[RPC-18] an answer after the first one is a step of its own, with its record', async () => {
  const call = frame('out', { id: 1, method: 'tools/call', params: { name: 'a' } });
  const report = await opened(
    made([
      call,
      frame('in', { id: 1, result: { content: [] } }),
      frame('in', { id: 1, error: { code: 1, message: 'x' } }),
    ]),
  )('x1');
  expect(report.steps.at(-1)).toMatchObject({ title: 'Another answer, which does not count', seq: 3, path: ['error'] });
  expect(report.rounds).toBeUndefined();
});

test('a call that took several requests tells all of them, with their records and figures', async () => {
  const { rounds = [] } = await opened(trace('modern-input-required'))('x18');
  expect(rounds.map(({ id, responseSeq, status }) => [id, responseSeq !== undefined, status])).toEqual([
    ['x18', true, 'input-required'],
    ['x20', true, 'input-required'],
    ['x22', true, 'complete'],
  ]);
  expect(rounds.every(({ bytesIn }) => bytesIn > 0)).toBe(true);
});

test('[RPC-18] a request whose id a later one took says so, and no connection is said to have ended', async () => {
  const { steps } = await opened(
    made([frame('out', { id: 1, method: 'ping' }), frame('out', { id: 1, method: 'tools/list' })]),
    { running: true },
  )('x1');
  expect(steps.at(-1)).toMatchObject({ title: 'Lost', text: expect.stringContaining('Record 2 is a later request') });
});
