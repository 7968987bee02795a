import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { createMessageThread, createTrafficChecks, type MessageThread } from '#host/check-traffic.ts';
import type { MessageJob } from '#host/workers/message-job.ts';
import type { Finding } from '#shared/records.ts';
import { fixture } from '../servers/servers.ts';
import { caseEndpoint } from './support/prove-case.ts';
import { nodeScript, openTestHost, type TestHost } from './support/test-host.ts';

describe('findings beside the log, from real servers', () => {
  let host: TestHost;
  beforeAll(async () => {
    host = await openTestHost();
  });
  afterAll(() => host.close());

  /** The newest row of a method, and everything that is found about its exchange once all is checked. */
  async function found(sessionId: string, method: string, name?: string) {
    const newest = async () => {
      const rows = await host.rows(sessionId, 'traffic');
      const row = rows.findLast((one) => one.method === method && (name === undefined || one.name === name));
      if (row?.exchangeId === undefined) throw new Error(`no exchange of ${method}`);
      return { row, exchangeId: row.exchangeId };
    };
    const { exchangeId } = await newest();
    const before = (await host.client['exchange.get']({ sessionId, exchangeId })).exchange;
    const seq = before.responseSeq ?? 0;
    const { findings } = await host.client['log.findings']({ sessionId, seq });
    const { exchange } = await host.client['exchange.get']({ sessionId, exchangeId });
    return { row: (await newest()).row, exchange, findings };
  }
  const brief = (findings: readonly Finding[]) => findings.map(({ rule, severity }) => `${rule} ${severity}`);

  test('[TOOL-09] output that breaks its schema is shown whole, with every violation on its record', async () => {
    const { id } = await host.open(caseEndpoint('structured-mismatch'), { era: 'legacy' });
    const call = async (tool: string) => {
      const operation = await host.run(id, 'tools.call', { name: tool, args: {} });
      return { text: await host.result(operation), ...(await found(id, 'tools/call', tool)) };
    };
    const wrong = await call('wrong');
    expect(JSON.parse(wrong.text).structuredContent).toEqual({ temp: 'warm', unit: 'K' });
    expect(brief(wrong.findings)).toEqual(['TOOL-09 error', 'TOOL-09 info']);
    expect(wrong.findings[0]?.text).toContain('structuredContent/temp: Must be a number.');
    expect(wrong.findings[0]?.text).toContain('structuredContent/unit:');
    expect(wrong.exchange.findings).toEqual(wrong.findings);
    expect(wrong.row.worst).toBe('error');
    const missing = await call('missing');
    expect(JSON.parse(missing.text).content[0].text).toBe('{"temp": 21, "unit": "C"}');
    expect(missing.findings).toMatchObject([
      { severity: 'warn', text: expect.stringContaining('no structuredContent') },
    ]);
    expect((await call('extra')).findings[0]?.text).toContain('structuredContent/station');
    expect((await call('failed')).findings).toEqual([]);
    expect(brief((await call('right')).findings)).toEqual(['TOOL-09 info']);
    expect(brief((await call('no-schema')).findings)).toEqual(['TOOL-09 info']);
  });

  test('[TOOL-01] [RPC-15] bad tools are found and hide none of the others', async () => {
    const { id } = await host.open(caseEndpoint('schema-one-bad-tool'), { era: 'legacy' });
    const { findings } = await found(id, 'tools/list');
    expect(findings.map(({ rule }) => rule)).toEqual(expect.arrayContaining(['SCHEMA-08', 'TOOL-01']));
    const shape = findings.find(({ rule }) => rule === 'TOOL-01')?.text;
    expect(shape).toContain('tools[8].name is missing where text belongs');
    expect(shape).toContain('tools[9].name is 42 where text belongs');
    expect(shape).toContain('tools[11] is null where an object belongs');
    const tools = host.state.all('catalog').find((head) => head.sessionId === id && head.kind === 'tools');
    expect(tools?.status).toBe('ready');
  });

  test('[TOOL-10] broken images are found, and the result is whole', async () => {
    const { id } = await host.open(caseEndpoint('content-bad-base64'), { era: 'legacy' });
    const operation = await host.run(id, 'tools.call', { name: 'broken', args: {} });
    const { content } = JSON.parse(await host.result(operation));
    expect(content).toHaveLength(16);
    const { findings } = await found(id, 'tools/call');
    expect(brief(findings)).toEqual(['TOOL-10 warn']);
    expect(findings[0]?.text).toContain('where base64 belongs');
  });

  test.each(['legacy', 'modern'] as const)('a well-behaved server of the %s era gets no finding', async (era) => {
    const endpoint = nodeScript(fixture('hostile'), [`--era=${era}`]);
    const { id } = await host.open(endpoint, { era });
    await host.run(id, 'tools.call', { name: 'echo', args: { text: 'a' } });
    const rows = await host.rows(id, 'traffic');
    const seqs = (await host.rows(id, 'wire')).map(({ seq }) => seq);
    const all = await Promise.all(seqs.map((seq) => host.client['log.findings']({ sessionId: id, seq })));
    expect(all.flatMap(({ findings }) => findings)).toEqual([]);
    expect(rows.filter(({ worst }) => worst !== undefined)).toEqual([]);
  });

  test('a page that watches is told of a row again when something was found later', async () => {
    const { id } = await host.open(caseEndpoint('structured-mismatch'), { era: 'legacy' });
    const worst: (string | undefined)[] = [];
    const stop = host.client['watch.log']({ sessionId: id, view: 'traffic', after: -1 }, (items) => {
      for (const item of items) {
        if (item.t !== 'traffic') continue;
        for (const { row } of item.rows) if (row.name === 'wrong' && row.status === 'complete') worst.push(row.worst);
      }
    });
    await host.run(id, 'tools.call', { name: 'wrong', args: {} });
    await expect.poll(() => worst.at(-1), { timeout: 10_000 }).toBe('error');
    stop();
  });
});

describe('the limit of a check', () => {
  const threads: MessageThread[] = [];
  afterEach(async () => {
    for (const thread of threads.splice(0)) await thread.close();
  });

  test('[SCHEMA-07] a schema that takes for ever reads as not checked, and the next result is checked', async () => {
    const thread = createMessageThread({ entry: inject('entries').check, limitMs: 1000 });
    threads.push(thread);
    const findings: Finding[] = [];
    const checks = createTrafficChecks({ thread, put: (finding) => findings.push(finding) });
    const pattern = JSON.stringify({ properties: { a: { pattern: '^(a+)+$' } } });
    const job = (seq: number, a: string): MessageJob => ({
      text: JSON.stringify({ id: seq, result: { content: [], structuredContent: { a } } }),
      part: 'result',
      era: 'legacy',
      method: 'tools/call',
      sent: false,
      tool: { name: 't', outputSchema: pattern },
    });
    const outcomes = await Promise.all([thread.run([job(1, `${'a'.repeat(60)}!`)]), thread.run([job(2, 'b')])]);
    expect(outcomes[0]).toEqual({ failed: 'it took longer than 1 s.' });
    expect(outcomes[1]).toMatchObject({ result: [[{ rule: 'TOOL-09', severity: 'error' }, { severity: 'info' }]] });
    checks.close();
  });
});
