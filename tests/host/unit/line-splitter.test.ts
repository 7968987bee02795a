import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Payload } from '#core/ports.ts';
import type { BodyStore } from '#host/transport/body-store.ts';
import { LineSplitter } from '#host/transport/line-splitter.ts';
import { unfinishedTail } from '#host/transport/payload.ts';
import { TextSplitter } from '#host/transport/text-splitter.ts';

function memoryBodies(): BodyStore & { kept: Buffer[] } {
  const kept: Buffer[] = [];
  return {
    kept,
    put: (chunks) => {
      const bytes = Buffer.concat(chunks);
      kept.push(bytes);
      return {
        file: String(kept.length),
        bytes: bytes.length,
        sha256: createHash('sha256').update(bytes).digest('hex'),
      };
    },
  };
}

function splitter(limit = 256 * 1024 * 1024) {
  const lines: Payload[] = [];
  const places: number[] = [];
  const cuts: (string | number)[] = [];
  const bodies = memoryBodies();
  const lineSplitter = new LineSplitter({
    limit,
    bodies,
    onLine: (payload, at) => {
      lines.push(payload);
      places.push(at);
    },
    onCut: () => cuts.push('cut'),
    onCutEnd: (dropped) => cuts.push(dropped),
  });
  return { splitter: lineSplitter, lines, places, cuts, bodies };
}

/** Cuts bytes at pseudo-random places, the same every time. */
function* pieces(bytes: Buffer, most: number): Generator<Buffer> {
  let seed = 7;
  for (let at = 0; at < bytes.length; ) {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    const size = 1 + (seed % most);
    yield bytes.subarray(at, at + size);
    at += size;
  }
}

const bytesOf = (payload: Payload): Buffer =>
  payload.b64 === undefined ? Buffer.from(payload.text) : Buffer.from(payload.b64, 'base64');

describe('lines', () => {
  const source = Buffer.concat([
    Buffer.from('\uFEFFone\r\n\n  two \u{1f600}é€\n'),
    Buffer.from([0xff, 0x41, 0xc3, 0x0a, 0x42, 0x0a]),
    Buffer.from(`${'long '.repeat(30_000)}\nlast without newline`),
  ]);

  test.each([1, 2, 3, 7, 1000, 65_536])('are exact whatever the chunks are: up to %i bytes', (most) => {
    const { splitter: lineSplitter, lines, places } = splitter();
    for (const piece of pieces(source, most)) lineSplitter.push(Buffer.from(piece));
    lineSplitter.end();
    expect(lines).toHaveLength(7);
    let before = 0;
    const expected = lines.map((line) => {
      const at = before;
      before += bytesOf(line).length + 1;
      return at;
    });
    expect(places).toEqual(expected);
    const joined = lines.map((line) => Buffer.concat([bytesOf(line), Buffer.from(line.open ? '' : '\n')]));
    expect(Buffer.concat(joined).equals(source)).toBe(true);
    expect(lines.map((line) => line.b64 !== undefined)).toEqual([false, false, false, true, false, false, false]);
    expect(lines[0]?.text).toBe('\uFEFFone\r');
    expect(lines[6]).toEqual({ text: 'last without newline', open: true });
  });

  test('over 1 MiB go to the body store first, with their text', () => {
    const { splitter: lineSplitter, lines, bodies } = splitter();
    const text = `"${'€'.repeat(500_000)}"`;
    for (const piece of pieces(Buffer.from(`${text}\nnext\n`), 65_536)) lineSplitter.push(Buffer.from(piece));
    expect(lines[0]?.text).toBe(text);
    expect(lines[0]?.body).toMatchObject({ file: '1', bytes: 1_500_002 });
    expect(bodies.kept[0]?.toString()).toBe(text);
    expect(lines[1]).toEqual({ text: 'next' });
  });

  test('a drip of a million bytes takes no more than linear time and keeps no chunk each', () => {
    const time = (count: number): number => {
      const { splitter: lineSplitter, lines } = splitter();
      const byte = Buffer.from('x');
      const from = performance.now();
      for (let n = 0; n < count; n++) lineSplitter.push(byte);
      lineSplitter.end();
      expect(lines[0]?.text.length).toBe(count);
      return performance.now() - from;
    };
    time(20_000);
    const small = Math.max(time(100_000), 5);
    expect(time(1_000_000) / small).toBeLessThan(40);
  });
});

describe('the limit', () => {
  test('cuts a line in one chunk, in many chunks and over and over', () => {
    for (const most of [3, 50, 1000]) {
      const { splitter: lineSplitter, lines, places, cuts } = splitter(10);
      const bytes = Buffer.from(`${'a'.repeat(10)}\n${'b'.repeat(11)}\nshort\n${'c'.repeat(500)}\nend\n`);
      for (const piece of pieces(bytes, most)) lineSplitter.push(Buffer.from(piece));
      expect(lines.map((line) => line.text)).toEqual(['a'.repeat(10), 'b'.repeat(10), 'short', 'c'.repeat(10), 'end']);
      expect(lines.map((line) => line.open === true)).toEqual([false, true, false, true, false]);
      expect(places).toEqual([0, 11, 23, 29, 530]);
      expect(cuts).toEqual(['cut', 1, 'cut', 490]);
    }
  });

  test('an endless line keeps no memory after the limit', () => {
    const { splitter: lineSplitter, cuts } = splitter(1000);
    for (let n = 0; n < 100; n++) lineSplitter.push(Buffer.alloc(65_536, 'x'));
    expect(lineSplitter.pending).toBe(0);
    lineSplitter.end();
    expect(cuts).toEqual(['cut', 100 * 65_536 - 1000]);
  });
});

test('the unfinished bytes of a character are counted', () => {
  const emoji = Buffer.from('\u{1f600}');
  expect([0, 1, 2, 3, 4].map((count) => unfinishedTail(emoji.subarray(0, count)))).toEqual([0, 1, 2, 3, 0]);
  expect(unfinishedTail(Buffer.from('é').subarray(0, 1))).toBe(1);
  expect(unfinishedTail(Buffer.from([0x80, 0x80, 0x80, 0x80]))).toBe(0);
});

describe('text for people', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function text() {
    const lines: Payload[] = [];
    const textSplitter = new TextSplitter({ bodies: memoryBodies(), onLine: (payload) => lines.push(payload) });
    return { textSplitter, lines, push: (part: string | Buffer) => textSplitter.push(Buffer.from(part as string)) }; // Buffer.from takes both
  }
  const exact = (lines: Payload[]): string => lines.map((line) => line.text + (line.open ? '' : '\n')).join('');

  test('a carriage return ends a part, CRLF does not', () => {
    for (const most of [1, 2, 5, 100]) {
      const { textSplitter, lines } = text();
      const source = 'a\r\nb\r\r\n\r10%\r20%\r\r30%\nend\r';
      for (const piece of pieces(Buffer.from(source), most)) textSplitter.push(Buffer.from(piece));
      textSplitter.end();
      expect(exact(lines)).toBe(source);
      expect(lines.map((line) => line.text)).toContain('\r10%\r');
      expect(lines.map((line) => line.text)).toContain('a\r');
      expect(lines.filter((line) => line.open).length).toBeGreaterThanOrEqual(3);
    }
  });

  test('a partial line is shown after 250 ms of silence, not before, and no character is cut', () => {
    const { lines, push, textSplitter } = text();
    push(Buffer.concat([Buffer.from('Password: '), Buffer.from('é').subarray(0, 1)]));
    vi.advanceTimersByTime(200);
    push('');
    vi.advanceTimersByTime(49);
    expect(lines).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(lines).toEqual([{ text: 'Password: ', open: true }]);
    push(Buffer.from('é').subarray(1));
    push('x\n');
    expect(lines[1]).toEqual({ text: 'éx' });
    textSplitter.end();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('64 KiB without newline are a record of their own', () => {
    const { lines, push } = text();
    for (let n = 0; n < 40; n++) push('x'.repeat(4096));
    expect(lines.length).toBeGreaterThanOrEqual(2);
    expect(lines.every((line) => line.open && line.text.length <= 128 * 1024)).toBe(true);
  });
});
