import { expect, vi } from 'vitest';
import { findingsOf, recordsOf } from '../support/on-disk.ts';
import { caseEndpoint, proveCase } from '../support/prove-case.ts';
import type { TestHost } from '../support/test-host.ts';

const content = (text: string): string => JSON.stringify({ content: [{ type: 'text', text }] });

/** Calls a tool and gives its exact result. */
async function call(host: TestHost, sessionId: string, name: string, args: object = {}): Promise<string> {
  const operation = await host.run(sessionId, 'tools.call', { name, args });
  expect(operation).toMatchObject({ status: 'done' });
  return host.result(operation);
}

async function stop(host: TestHost, sessionId: string): Promise<void> {
  await host.client['session.stop']({ sessionId });
  expect((await host.closed(sessionId)).state).toMatchObject({ reason: 'user' });
}

const noises = async (host: TestHost, sessionId: string) =>
  (await host.rows(sessionId, 'traffic')).filter((row) => row.kind === 'noise');

proveCase('stdout-banner', (prove) => {
  prove(
    '[STD-05] [STD-14]',
    'The connection works; every stray line is shown once, marked as "not a protocol message (stdout)", with a hint that servers must log to stderr.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('stdout-banner'));
      expect((await host.client['catalog.items']({ sessionId: id, kind: 'tools' })).items).toMatchObject([
        { name: 'work' },
      ]);
      expect(await call(host, id, 'work')).toBe(content('worked'));
      const stray = [
        '> demo-server@1.2.3 start',
        '> node build/index.js',
        '[dotenv@17.0.0] injecting env (3) from .env',
        'MCP server listening on stdio',
        'INFO  [work] starting',
        'DEBUG 2026-11-29 10:00:00,123 query took 12ms',
        'INFO  [work] done',
      ];
      await vi.waitFor(async () => expect(await noises(host, id)).toHaveLength(stray.length), 5000);
      const rows = await noises(host, id);
      expect(rows.map((row) => row.preview)).toEqual(stray);
      expect(rows).toEqual(rows.map(() => expect.objectContaining({ method: 'stdout', worst: 'warn', dir: 'in' })));
      await stop(host, id);
      const hints = (await findingsOf(host.dataDir, id)).filter(
        (one) => one.rule === 'STD-05' && one.severity === 'warn',
      );
      expect(hints.map((one) => one.seq)).toEqual(rows.map((row) => row.seq));
      expect(hints[0]?.text).toContain('Servers must write logs to stderr.');
    },
  );
  prove('[STD-05]', 'Blank lines are ignored without any complaint.', async (host) => {
    const { id } = await host.open(caseEndpoint('stdout-banner'));
    await call(host, id, 'work');
    const blank = (await host.rows(id, 'wire')).filter((row) => row.k === 'noise' && row.text === '');
    expect(blank.length).toBeGreaterThanOrEqual(3);
    expect((await noises(host, id)).filter((row) => row.bytes === 0)).toEqual([]);
    await stop(host, id);
    const about = (await findingsOf(host.dataDir, id)).filter((one) => blank.some((row) => row.seq === one.seq));
    expect(about.map((one) => one.severity)).toEqual(['info']);
  });
});

proveCase('stdout-jsonish', (prove) => {
  const open = (host: TestHost) => host.open(caseEndpoint('stdout-jsonish'));
  prove(
    '[STD-05] [RPC-02]',
    'Numbers, strings, null, arrays, log records and multi-line dumps are treated as stray output. The log record that carries an "id" of a pending request does not resolve it.',
    async (host) => {
      const { id } = await open(host);
      const operation = await host.run(id, 'tools.call', { name: 'dump', args: {} });
      const { exchange } = await host.client['exchange.get']({
        sessionId: id,
        exchangeId: operation.exchangeIds[0] ?? '',
      });
      // It has the id and a result, but no "jsonrpc": it is no message.
      const fake = JSON.stringify({ id: exchange.rpcId, level: 'info', result: { content: [] } });
      const dump = JSON.stringify({ found: [{ id: exchange.rpcId, result: 'fake' }] }, null, 2).split('\n');
      const noise = (await host.rows(id, 'wire')).filter((row) => row.k === 'noise').map((row) => row.text);
      const banner = ['42', '"ready"', 'null', 'true', '[]', '{"level":"info","msg":"up","pid":1}'];
      expect(noise).toEqual([...banner, ...dump, fake]);
      expect(await host.result(operation)).toBe(content('real answer'));
      expect(exchange).toMatchObject({ status: 'complete', findings: [] });
    },
  );
  prove('', 'The answer that follows is delivered.', async (host) => {
    const { id } = await open(host);
    expect(await call(host, id, 'dump')).toBe(content('real answer'));
  });
});

proveCase('stdout-crlf-bom', (prove) => {
  prove('[STD-01] [RPC-16]', 'Works as usual; the odd bytes are at most mentioned once.', async (host) => {
    const { id } = await host.open(caseEndpoint('stdout-crlf-bom'));
    expect(await call(host, id, 'hello')).toBe(content('line one\nline two'));
    expect(await noises(host, id)).toEqual([]);
    const lines = (await host.rows(id, 'wire')).filter((row) => row.dir === 'in');
    const first = await host.client['log.body']({ sessionId: id, seq: lines[0]?.seq ?? 0 });
    expect(first).toMatchObject({ base64: false, more: false });
    expect(first.text).toMatch(/^\uFEFF\{.*\}\r$/);
    await stop(host, id);
    const rules = (await findingsOf(host.dataDir, id)).map((one) => `${one.rule} ${one.severity}`);
    expect(rules.sort()).toEqual(['RPC-16 info', 'STD-01 info']);
  });
});

proveCase('stdout-invalid-utf8', (prove) => {
  const bytes = Buffer.from([0xc7, 0xd1, 0xb1, 0xdb, 0xff, 0xfe]);
  prove(
    '[RPC-16]',
    'The answer to file is shown with replacement characters and a note that the line was not valid UTF-8 (or the call fails with that reason).',
    async (host) => {
      const { id } = await host.open(caseEndpoint('stdout-invalid-utf8'));
      const operation = await host.run(id, 'tools.call', { name: 'file', args: {} });
      const shown = bytes.toString('utf8');
      expect(shown).toContain('\uFFFD');
      expect(await host.result(operation)).toBe(content(`int main() { // ${shown}`));
      const exchangeId = operation.exchangeIds[0] ?? '';
      const { exchange } = await host.client['exchange.get']({ sessionId: id, exchangeId });
      expect(exchange.findings).toMatchObject([
        { rule: 'RPC-16', severity: 'warn', text: expect.stringContaining('not valid UTF-8') },
      ]);
      const body = await host.client['log.body']({ sessionId: id, seq: exchange.responseSeq ?? 0 });
      expect(body).toMatchObject({ base64: true, more: false });
      const raw = Buffer.from(body.text, 'base64');
      expect(raw.length).toBe(body.bytes);
      expect(raw.includes(bytes)).toBe(true);
    },
  );
  prove('', 'The connection stays up; hello works.', async (host) => {
    const { id } = await host.open(caseEndpoint('stdout-invalid-utf8'));
    await call(host, id, 'file');
    expect(await call(host, id, 'hello')).toBe(content('hello'));
    expect(host.state.get('session', id)?.state).toEqual({ at: 'ready' });
  });
});

proveCase('stdout-huge-line', (prove) => {
  prove(
    '[STD-17]',
    'The answer arrives (or a stated limit is hit with a sentence naming the limit, and only that call fails); hello works; time grows in proportion to size.',
    async (host) => {
      const { id } = await host.open(caseEndpoint('stdout-huge-line'));
      const timed = async (mb: number): Promise<number> => {
        const from = performance.now();
        const operation = await host.run(id, 'tools.call', { name: 'big', args: { mb } });
        const ms = performance.now() - from;
        expect(operation).toMatchObject({ status: 'done' });
        expect(operation.resultBytes).toBeGreaterThan(mb * 1024 * 1024);
        const part = await host.client['operation.result']({ operationId: operation.id });
        expect(part.more).toBe(true);
        expect(part.bytes).toBe(content('0123456789abcdef'.repeat(65536 * mb)).length);
        const body = await host.client['log.body']({
          sessionId: id,
          seq: part.seq,
          from: mb * 1024 * 1024,
          bytes: 1024,
        });
        expect(body.text).toContain('0123456789abcdef');
        return ms;
      };
      await timed(2);
      const small = await timed(6);
      const large = await timed(24);
      // Four times the size; quadratic work would take sixteen times as long.
      expect(large).toBeLessThan(10 * small + 500);
      expect(await call(host, id, 'hello')).toBe(content('hello'));
      const limited = await host.open(caseEndpoint('stdout-huge-line'), {
        maxLineBytes: 1024 * 1024,
        timeouts: { connectMs: 10_000, requestMs: 2000 },
      });
      const cut = await host.run(limited.id, 'tools.call', { name: 'big', args: { mb: 2 } });
      expect(cut.status).toBe('failed');
      const notes = (await host.rows(limited.id, 'client')).filter((row) => row.level === 'error');
      expect(notes.map((row) => row.text).join('\n')).toMatch(/longer than 1(\.0)? Mi?B, the limit set for it/);
      expect(await call(host, limited.id, 'hello')).toBe(content('hello'));
    },
  );
});

proveCase('stdout-drip', (prove) => {
  prove('[STD-01]', 'Each message is seen once, in order; nothing is lost.', async (host) => {
    const { id } = await host.open(caseEndpoint('stdout-drip'));
    const first = await host.run(id, 'tools.call', { name: 'slow', args: {} });
    expect(await host.result(first)).toBe(content('drip'));
    const second = await host.run(id, 'tools.call', { name: 'burst', args: {} });
    expect(await host.result(second)).toBe(content('burst'));
    const notices = await host.rows(id, 'notices');
    expect(notices.map((row) => row.preview)).toEqual(Array.from({ length: 10 }, (_, at) => `n${at}`));
    expect(Math.max(...notices.map((row) => row.seq))).toBeLessThan(second.resultSeq ?? 0);
    expect(second.noticeCount).toBe(10);
    await stop(host, id);
    const answers = recordsOf(host.dataDir, id).filter((one) => one.k === 'frame' && one.dir === 'in');
    const ids = answers.flatMap((one) => (one.k === 'note' ? [] : [JSON.parse(one.text ?? '{}').id])).filter(Boolean);
    expect(new Set(ids).size).toBe(ids.length);
    expect(await findingsOf(host.dataDir, id)).toEqual([]);
  });
});

proveCase('stdout-partial-last', (prove) => {
  prove(
    '[STD-10]',
    'The complete but unterminated answer is delivered, then the exit is reported. With {"cut": true} the cut text is shown as an incomplete message together with the exit.',
    async (host) => {
      const whole = await host.open(caseEndpoint('stdout-partial-last'));
      expect(await call(host, whole.id, 'last')).toBe(content('goodbye'));
      const { state } = await host.closed(whole.id);
      expect(state).toMatchObject({ reason: 'exited', exit: { code: 0, signal: null } });
      expect(state.failure).toMatchObject({ rule: 'dx-exit-mid', short: 'Exited with code 0' });

      const { id } = await host.open(caseEndpoint('stdout-partial-last'));
      const cut = await host.run(id, 'tools.call', { name: 'last', args: { cut: true } });
      expect(cut).toMatchObject({ status: 'failed', fault: { kind: 'lost' } });
      expect(cut.fault?.message).toContain('exit code 0');
      expect((await host.closed(id)).state.exit).toEqual({ code: 0, signal: null });
      const [last] = (await host.rows(id, 'wire')).slice(-1);
      expect(last).toMatchObject({ k: 'noise', level: 'warn' });
      expect(last?.text).toMatch(/^\{"jsonrpc":"2\.0","id":\d+,"result":\{"content":\[\{"type":"text","text":"$/);
      const record = recordsOf(host.dataDir, id).find((one) => one.seq === last?.seq);
      expect(record).toMatchObject({ k: 'noise', open: true });
    },
  );
});

proveCase('stderr-no-newline', (prove) => {
  prove(
    '[STD-04]',
    'The tail shows the current state of the bar (or cut pieces) while it runs; memory is bounded.',
    async (host) => {
      const serverId = await host.add(caseEndpoint('stderr-no-newline', ['1500']));
      const id = await host.start(serverId);
      const bar = async () => (await host.rows(id, 'stderr')).filter((row) => row.text.includes('Pulling layer'));
      await vi.waitFor(async () => expect((await bar()).length).toBeGreaterThan(3), 10_000);
      // It still draws the bar: nothing was answered yet.
      expect(host.state.get('session', id)?.state.at).not.toBe('ready');
      await host.ready(id);
      const rows = await bar();
      expect(rows.at(-1)?.text).toMatch(/Pulling layer +\d+ \[/);
      // No row holds more than one piece: 64 KiB on disk, 2,000 characters in memory.
      expect(Math.max(...rows.map((row) => row.bytes))).toBeLessThan(70_000);
      expect(Math.max(...rows.map((row) => row.text.length))).toBeLessThanOrEqual(2000);
      await stop(host, id);
    },
  );
  prove('[STD-16]', 'The text is usable in the message if the start fails.', async (host) => {
    const timeouts = { connectMs: 700, requestMs: 5000 };
    const serverId = await host.add(caseEndpoint('stderr-no-newline', ['8000']), { timeouts });
    const { state } = await host.closed(await host.start(serverId), 10_000);
    expect(state.failure?.rule).toBe('dx-slow');
    expect(state.failure?.why).toMatch(/Pulling layer +\d+ \[/);
    // Quoted, it is one plain line of bounded length.
    expect(state.failure?.why).not.toMatch(/[\r\n]/);
    expect(state.failure?.why.length).toBeLessThan(600);
  });
});

proveCase('stdout-closed-alive', (prove) => {
  prove(
    '[STD-10]',
    'The client notices the end of stdout, ends the connection with that reason, fails pending calls, and stops the process.',
    async (host) => {
      const session = await host.open(caseEndpoint('stdout-closed-alive'));
      const pid = session.pid ?? 0;
      const operation = await host.run(session.id, 'tools.call', { name: 'close-output', args: {} });
      expect(operation).toMatchObject({ status: 'failed', fault: { kind: 'lost' } });
      expect(operation.fault?.message).toContain('closed its output');
      const { state } = await host.closed(session.id);
      expect(state).toMatchObject({ reason: 'lost' });
      expect(state.failure?.why).toContain('The server closed its output');
      expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    },
  );
});
