import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import { openWireLog } from '#host/store/open-wire-log.ts';
import { sessionFolderName } from '#host/store/session-file.ts';
import { WireRecord } from '#shared/records.ts';
import { frame, newLog, stamper, temporaryFolder } from './log-kit.ts';

const lines = (dir: string, name = 'wire-00001.jsonl') =>
  readFileSync(join(dir, name), 'utf8').split('\n').slice(0, -1);

describe('writing', () => {
  test('a record is a line of the file at latest after the batch time, and can be read before that', async () => {
    const flushed = vi.fn();
    const log = newLog({ onFlush: flushed });
    const stamp = stamper();
    log.append(stamp(frame('{"jsonrpc":"2.0","method":"a"}')));
    log.append(stamp({ k: 'stderr', text: 'é 漢 😀 \u2028 "quoted"' }));
    expect(lines(log.dir)).toHaveLength(0);
    expect((await log.records([2]))[0]).toMatchObject({ k: 'stderr', text: 'é 漢 😀 \u2028 "quoted"' });
    await vi.waitFor(() => expect(flushed).toHaveBeenCalledWith(2));
    expect(lines(log.dir).map((line) => WireRecord.parse(JSON.parse(line)).seq)).toEqual([1, 2]);
  });

  test.skipIf(process.platform === 'win32')('folders are 0700 and files 0600', () => {
    const log = newLog();
    log.put([new Uint8Array(10)]);
    log.append(stamper()(frame('{}')));
    log.close();
    const mode = (name: string) => statSync(join(log.dir, name)).mode & 0o777;
    expect([mode('.'), mode('bodies')]).toEqual([0o700, 0o700]);
    for (const name of ['session.json', 'wire-00001.jsonl', 'wire-00001.idx', 'bodies/1']) {
      expect(mode(name), name).toBe(0o600);
    }
  });

  test('segments roll at their size, and records are read across them in any order', async () => {
    const log = newLog({ segmentBytes: 20_000 });
    const stamp = stamper();
    for (let i = 1; i <= 1000; i += 1) log.append(stamp({ k: 'stderr', text: `line ${i}` }));
    expect(readdirSync(log.dir).filter((name) => name.endsWith('.jsonl')).length).toBeGreaterThan(2);
    const read = await log.records([1000, 1, 500, 501, 502, 999]);
    expect(read.map((record) => record?.text)).toEqual([
      'line 1000',
      'line 1',
      'line 500',
      'line 501',
      'line 502',
      'line 999',
    ]);
  });

  test('a line larger than a batch keeps its place', async () => {
    const log = newLog();
    const stamp = stamper();
    const large = 'x'.repeat(700_000);
    for (const text of ['before', large, 'after']) log.append(stamp({ k: 'stderr', text }));
    const read = await log.records([1, 2, 3]);
    expect(read.map((record) => record?.text?.length)).toEqual([6, 700_000, 5]);
    log.flush();
    expect(lines(log.dir)).toHaveLength(3);
  });

  test('secrets are replaced before anything is written or shown', async () => {
    const log = newLog({
      redact: {
        record: (record) =>
          record.text?.includes('hunter2')
            ? { ...record, text: record.text.replaceAll('hunter2', '{{secret:demo-token}}') }
            : record,
        chunks: (chunks) => [...chunks].map((c) => Buffer.from(Buffer.from(c).toString().replaceAll('hunter2', '***'))),
      },
    });
    const stamp = stamper();
    const clean = stamp(frame('{"a":1}'));
    expect(log.append(clean)).toBe(clean);
    expect(log.append(stamp(frame('{"token":"hunter2"}'))).text).toBe('{"token":"{{secret:demo-token}}"}');
    const body = log.put([Buffer.from('my hunter2 is')]);
    log.close();
    for (const name of ['wire-00001.jsonl', body.file, 'session.json']) {
      expect(readFileSync(join(log.dir, name), 'utf8'), name).not.toContain('hunter2');
    }
    expect(body.bytes).toBe('my *** is'.length);
  });

  test('what comes after everything was closed is dropped without harm', () => {
    const log = newLog();
    const stamp = stamper();
    log.append(stamp({ k: 'stderr', text: 'kept' }));
    log.close();
    log.append(stamp({ k: 'stderr', text: 'late, still kept' }));
    log.dispose();
    expect(() => log.append(stamp({ k: 'stderr', text: 'too late' }))).not.toThrow();
    expect(lines(log.dir)).toHaveLength(2);
  });

  test('the folder name sorts by time and cannot leave its folder', () => {
    const name = sessionFolderName('../../etc', new Date(Date.UTC(2026, 8, 5, 7, 3, 9)));
    expect(name).toMatch(/^20260905T070309-[\w-]+-[0-9a-f]{6}$/);
  });
});

describe('payloads', () => {
  test('a large one lies in a file, exact, with 4 KiB as text', async () => {
    const log = newLog();
    const bytes = Buffer.from(`{"jsonrpc":"2.0","id":1,"result":{"text":"${'é漢😀'.repeat(200_000)}"}}`);
    const body = log.put([bytes.subarray(0, 1000), bytes.subarray(1000)]);
    expect(body).toEqual({
      file: 'bodies/1',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    });
    const kept = log.append(stamper()({ ...frame(bytes.toString()), body }));
    expect(Buffer.byteLength(kept.text ?? '')).toBeLessThanOrEqual(4096);
    expect(kept.text).not.toContain('\uFFFD');
    const parts: Buffer[] = [];
    for (let from = 0; from < bytes.length; from += 300_001) {
      const part = await log.payload(1, from, 300_001);
      expect(part?.total).toBe(bytes.length);
      if (part) parts.push(part.bytes);
    }
    expect(Buffer.concat(parts).equals(bytes)).toBe(true);
  });

  test('bytes that are not UTF-8 come back exact, and as lossy text', async () => {
    const log = newLog();
    const bytes = Buffer.from([0x7b, 0xc7, 0xd1, 0xff, 0x7d]);
    log.append(stamper()({ ...frame(bytes.toString()), b64: bytes.toString('base64') }));
    log.flush();
    expect(JSON.parse(lines(log.dir)[0] ?? '')).not.toHaveProperty('text');
    expect((await log.payload(1, 1, 3))?.bytes).toEqual(bytes.subarray(1, 4));
    expect((await log.records([1]))[0]?.text).toBe(bytes.toString());
  });

  test('two payloads before their records do not overwrite each other, and a name cannot leave the folder', async () => {
    const log = newLog();
    const first = log.put([Buffer.from('one')]);
    const second = log.put([Buffer.from('two')]);
    expect(first.file).not.toBe(second.file);
    log.append(stamper()({ ...frame('x'), body: { ...first, file: '../../../etc/passwd' } }));
    expect(await log.payload(1, 0, 100)).toBeUndefined();
  });
});

describe('search', () => {
  test('finds text without regard to case in lines, in files and in what is not yet written', async () => {
    const log = newLog();
    const stamp = stamper();
    log.append(stamp(frame('{"method":"Tools/Call"}')));
    log.append(stamp({ k: 'stderr', text: 'nothing here' }));
    const large = Buffer.from(`${'x'.repeat(1_500_000)}tools/CALL`);
    log.append(stamp({ ...frame(large.toString()), body: log.put([large]) }));
    log.append(stamp({ k: 'stderr', text: 'ends with tools/call "quoted"\ttab' }));
    const find = async (text: string) => (await log.search(text, { from: 1, limit: 10 })).seqs;
    expect(await find('tools/call')).toEqual([1, 3, 4]);
    expect(await find('call "quoted"\t')).toEqual([4]);
    // Words of the line itself are not words of the payload.
    expect(await find('"seq"')).toEqual([]);
    expect(await find('stderr')).toEqual([]);
  });

  test('goes on where a full answer ended, without holding up the event loop', async () => {
    const log = newLog();
    const stamp = stamper();
    const filler = 'y'.repeat(2000);
    for (let i = 0; i < 4000; i += 1) log.append(stamp({ k: 'stderr', text: i % 1000 === 0 ? 'needle' : filler }));
    let ticks = 0;
    const timer = setInterval(() => {
      ticks += 1;
    }, 1);
    const first = await log.search('needle', { from: 1, limit: 2 });
    expect(first).toEqual({ seqs: [1, 1001], next: 1002 });
    const rest = await log.search('needle', { from: first.next ?? 0, limit: 10 });
    clearInterval(timer);
    expect(rest).toEqual({ seqs: [2001, 3001], next: undefined });
    expect(ticks).toBeGreaterThan(0);
  });
});

describe('opening', () => {
  test('a closed log is opened through its index, and tells its server and its end', async () => {
    const log = newLog({ segmentBytes: 5000 });
    const stamp = stamper();
    for (let i = 1; i <= 200; i += 1) log.append(stamp(frame(`{"n":${i}}`)));
    log.close({ at: 'closed', reason: 'exited', exit: { code: 1, signal: null } });
    const opened = await openWireLog(log.dir);
    expect(opened).toMatchObject({ lastSeq: 200, damage: undefined });
    expect(opened.meta).toMatchObject({ format: 1, serverId: 'demo', closed: { reason: 'exited', exit: { code: 1 } } });
    const seen: number[] = [];
    await opened.replay((record) => void seen.push(record.seq));
    expect(seen).toEqual(Array.from({ length: 200 }, (_, i) => i + 1));
    opened.dispose();
  });

  test('a folder without a log is an error in words', async () => {
    await expect(openWireLog(temporaryFolder())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
