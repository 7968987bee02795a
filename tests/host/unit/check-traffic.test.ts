import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ExchangeFold } from '#core/fold/exchange-fold.ts';
import type { Checked } from '#host/check-thread.ts';
import { createTrafficChecks, type TrafficChecks } from '#host/check-traffic.ts';
import type { MessageJob, Remark } from '#host/workers/message-job.ts';
import type { TrafficRow } from '#shared/exchange.ts';
import type { Finding, RecordDraft, WireRecord } from '#shared/records.ts';

const REMARK: Remark = { rule: 'TOOL-10', severity: 'warn', text: 'Odd.', ref: '2025-11-25 server/tools' };

/** A fold whose messages are checked by a worker that the test plays. */
class Kit {
  readonly batches: MessageJob[][] = [];
  readonly findings: Finding[] = [];
  readonly changed: number[] = [];
  readonly checks: TrafficChecks;
  readonly fold: ExchangeFold;
  answer: (jobs: MessageJob[]) => Checked<Remark[][]> = (jobs) => ({ result: jobs.map(() => []) });
  #seq = 0;
  m = 0;

  constructor() {
    this.checks = createTrafficChecks({
      thread: {
        run: (jobs) => {
          this.batches.push(jobs);
          return Promise.resolve(this.answer(jobs));
        },
      },
      put: (finding, on) => {
        this.findings.push(finding);
        this.fold.put(finding, on);
      },
    });
    this.fold = new ExchangeFold({
      row: () => undefined,
      changed: (row: TrafficRow) => this.changed.push(row.row),
      message: (seen) => this.checks.see(seen),
    });
  }

  add(draft: RecordDraft, afterUs = 100): number {
    this.m += afterUs;
    this.#seq += 1;
    const record = { seq: this.#seq, t: this.m, m: this.m, ...draft } as WireRecord; // a draft with its stamp is a record
    this.fold.apply(record);
    return this.#seq;
  }
  send(message: object): number {
    return this.add({ k: 'frame', dir: 'out', ch: 'stdio', text: JSON.stringify({ jsonrpc: '2.0', ...message }) });
  }
  receive(message: object | object[], afterUs?: number): number {
    const text = JSON.stringify(Array.isArray(message) ? message : { jsonrpc: '2.0', ...message });
    return this.add({ k: 'frame', dir: 'in', ch: 'stdio', text }, afterUs);
  }
  get jobs(): MessageJob[] {
    return this.batches.flat();
  }
}

const log = (data: number) => ({ method: 'notifications/message', params: { level: 'info', data } });

describe('checks beside the log', () => {
  let kit: Kit;
  beforeEach(() => {
    kit = new Kit();
  });
  afterEach(() => kit.checks.close());

  test('[DBG-04] a message is checked as what it is, and what is found reaches its row and exchange', async () => {
    kit.answer = (jobs) => ({ result: jobs.map(({ part }) => (part === 'result' ? [REMARK] : [])) });
    const asked = kit.send({ id: 1, method: 'prompts/get', params: { name: 'a' } });
    const answered = kit.receive({ id: 1, result: { messages: [] } });
    expect(kit.findings).toEqual([]);
    kit.changed.length = 0;
    await kit.checks.settled(1000);
    expect(kit.jobs).toEqual([
      { part: 'request', era: 'legacy', method: 'prompts/get', sent: true, text: expect.any(String) },
      { part: 'result', era: 'legacy', method: 'prompts/get', sent: false, text: expect.stringContaining('messages') },
    ]);
    expect(kit.findings).toEqual([{ ...REMARK, seq: answered }]);
    expect(kit.fold.findingsOf(answered)).toEqual(kit.findings);
    expect(kit.fold.exchange(`x${asked}`)?.findings).toEqual(kit.findings);
    expect(kit.changed).toEqual([0]);
  });

  test('[TOOL-09] a result goes with the schema its tool was last listed with', async () => {
    const list = (...tools: object[]) => {
      const id = kit.m;
      kit.send({ id, method: 'tools/list' });
      kit.receive({ id, result: { tools } });
    };
    const call = (name: string) => {
      const id = kit.m;
      kit.send({ id, method: 'tools/call', params: { name } });
      kit.receive({ id, result: { content: [] } });
    };
    list({ name: 'a', outputSchema: { type: 'object' } }, { name: 'b' });
    call('a');
    call('b');
    list({ name: 'a', outputSchema: { type: 'object', minProperties: 1 } }, { name: 'b' });
    call('a');
    list({ name: 'a' });
    call('a');
    await kit.checks.settled(1000);
    expect(kit.jobs.flatMap(({ tool }) => tool ?? [])).toEqual([
      { name: 'a', outputSchema: '{"type":"object"}' },
      { name: 'b' },
      { name: 'a', outputSchema: '{"type":"object","minProperties":1}' },
      { name: 'a' },
    ]);
  });

  test('messages of a batch are checked one by one; of errors, strays and modern requests only the keys', async () => {
    kit.send({ id: 1, method: 'ping' });
    kit.receive([{ id: 1, result: {} }, log(1)]);
    kit.receive({ id: 'nobody', result: {} });
    kit.send({ id: 2, method: 'server/discover' });
    kit.receive({ id: 2, result: {} });
    kit.receive({ id: 9, method: 'roots/list' });
    kit.send({ id: 3, method: 'tools/list' });
    kit.receive({ id: 3, error: { code: -32603, message: 'no' } });
    await kit.checks.settled(1000);
    const facts = ({ era, part, method, text }: MessageJob) => [era, part, method, JSON.parse(text).id];
    const isInFull = ({ keysOnly }: MessageJob) => !keysOnly;
    expect(kit.jobs.filter(isInFull).map(facts)).toEqual([
      ['legacy', 'request', 'ping', 1],
      ['legacy', 'result', 'ping', 1],
      ['legacy', 'notification', 'notifications/message', undefined],
      ['legacy', 'request', 'server/discover', 2],
      ['modern', 'result', 'server/discover', 2],
      ['modern', 'request', 'tools/list', 3],
    ]);
    expect(kit.jobs.filter((job) => !isInFull(job)).map(facts)).toEqual([
      ['legacy', 'result', '', 'nobody'],
      ['modern', 'request', 'roots/list', 9],
      ['modern', 'result', 'tools/list', 3],
    ]);
  });

  test('[RPC-01] a message goes to its check as it was written, also out of a batch', async () => {
    const texts = [
      '\ufeff {"jsonrpc":"2.0","method":"a","method":"b"}',
      '[7, {"jsonrpc":"2.0","method":"c","method":"d"} ]',
    ];
    for (const text of texts) kit.add({ k: 'frame', dir: 'in', ch: 'stdio', text });
    await kit.checks.settled(1000);
    expect(kit.jobs.map(({ text }) => text)).toEqual([texts[0], '{"jsonrpc":"2.0","method":"c","method":"d"}']);
  });

  test('[SCHEMA-07] one that takes too long reads as not checked, and the others of its batch are checked', async () => {
    const slow = 'it took longer than 2 s.';
    kit.answer = (jobs) =>
      jobs.some(({ text }) => text.includes('"slow"')) ? { failed: slow } : { result: jobs.map(() => [REMARK]) };
    const seqs = ['fine', 'slow', 'fine'].map((name) =>
      kit.send({ id: name + kit.m, method: 'tools/call', params: { name } }),
    );
    await kit.checks.settled(1000);
    expect(kit.findings.map(({ seq, rule, severity }) => [seq, rule, severity])).toEqual([
      [seqs[0], 'TOOL-10', 'warn'],
      [seqs[1], 'DBG-04', 'info'],
      [seqs[2], 'TOOL-10', 'warn'],
    ]);
    expect(kit.findings[1]?.text).toBe(`Not checked against the schemas of the protocol: ${slow}`);
  });

  test('[SCHEMA-07] a message that lies in a file is not checked', async () => {
    const body = { file: 'b1', bytes: 2_000_000, sha256: 'x' };
    kit.add({ k: 'frame', dir: 'in', ch: 'stdio', text: JSON.stringify({ jsonrpc: '2.0', ...log(1) }), body });
    await kit.checks.settled(1000);
    expect(kit.batches).toEqual([]);
    expect(kit.findings).toMatchObject([{ seq: 1, text: expect.stringContaining('larger than 1 MiB') }]);
  });

  test('[PROG-06] of a flood of notifications the first are checked and then one in a second, which is said once', async () => {
    for (let n = 0; n < 1000; n += 1) kit.receive(log(n));
    const first = kit.m;
    for (let n = 0; n < 50; n += 1) kit.receive(log(n), 100_000);
    kit.receive({ method: 'notifications/tools/list_changed' });
    await kit.checks.settled(1000);
    const logs = kit.jobs.filter(({ method }) => method === 'notifications/message').length;
    expect(first).toBeLessThan(1_000_000);
    expect(logs).toBeGreaterThanOrEqual(24);
    expect(logs).toBeLessThanOrEqual(26);
    expect(kit.jobs.at(-1)?.method).toBe('notifications/tools/list_changed');
    expect(kit.findings).toMatchObject([{ seq: 21, rule: 'DBG-04', text: expect.stringContaining('one in a second') }]);
  });

  test('[SCHEMA-07] what waits is bounded, which is said once; later messages are checked again', async () => {
    for (let id = 0; id < 3000; id += 1) kit.send({ id, method: 'ping' });
    await kit.checks.settled(5000);
    expect(kit.jobs).toHaveLength(2000);
    expect(kit.findings).toMatchObject([{ seq: 2001, text: expect.stringContaining('came faster') }]);
    kit.send({ id: 'later', method: 'ping' });
    await kit.checks.settled(5000);
    expect(kit.jobs).toHaveLength(2001);
  });

  test('it begins by itself when something has come back, and after the end nothing is told', async () => {
    kit.answer = (jobs) => ({ result: jobs.map(() => [REMARK]) });
    kit.send({ id: 1, method: 'ping' });
    kit.receive(log(1));
    await vi.waitFor(() => expect(kit.findings).toHaveLength(2), 5000);
    kit.send({ id: 2, method: 'ping' });
    kit.checks.close();
    await kit.checks.settled(1000);
    expect(kit.findings).toHaveLength(2);
  });

  test('our own greeting alone starts no worker beside a program that is starting', async () => {
    vi.useFakeTimers();
    try {
      kit.send({ id: 1, method: 'initialize', params: {} });
      await vi.advanceTimersByTimeAsync(60_000);
      expect(kit.jobs).toEqual([]);
      kit.receive({ id: 1, result: {} });
      await vi.advanceTimersByTimeAsync(1000);
      expect(kit.jobs.map(({ part }) => part)).toEqual(['request', 'result']);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a message that is the same but for its id is not checked again once it was found clean', async () => {
    const ping = (id: number) => {
      kit.send({ id, method: 'ping' });
      kit.receive({ id, result: {} });
      return kit.checks.settled(1000);
    };
    await ping(1);
    await ping(2);
    expect(kit.jobs).toHaveLength(2);
    kit.answer = (jobs) => ({ result: jobs.map(() => [REMARK]) });
    kit.receive({ ...log(1), odd: true });
    await kit.checks.settled(1000);
    kit.receive({ ...log(1), odd: true });
    await kit.checks.settled(1000);
    expect(kit.findings).toHaveLength(2);
  });
});
