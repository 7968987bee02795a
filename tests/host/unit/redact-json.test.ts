import { describe, expect, test } from 'vitest';
import { createRedactor, type Redactor } from '#host/store/redact.ts';
import type { WireRecord } from '#shared/records.ts';

const frame = (text: string): WireRecord => ({ seq: 1, t: 1, m: 1, k: 'frame', dir: 'in', ch: 'stdio', text });

function redactorOf(...values: string[]): Redactor {
  const redactor = createRedactor();
  for (const [index, value] of values.entries()) redactor.add(`S${index}`, value);
  return redactor;
}

/** The text as a frame, and as a body that comes in pieces of this size. */
function bothWays(redactor: Redactor, text: string, size: number): string[] {
  const source = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0; at < source.length; at += size) chunks.push(source.subarray(at, at + size));
  return [redactor.record(frame(text)).text ?? '', Buffer.concat([...redactor.chunks(chunks)]).toString()];
}

describe('a message stays JSON', () => {
  const cases: [what: string, value: string, text: string, kept: string][] = [
    ['a word', 'true', '{"ok":true,"say":"true"}', '{"ok":true,"say":"{{secret:S0}}"}'],
    ['nothing', 'null', '{"id":null,"x":["null"]}', '{"id":null,"x":["{{secret:S0}}"]}'],
    ['a short number', '1234', '{"id":1234,"n":9123456,"s":"1234"}', '{"id":1234,"n":9123456,"s":"{{secret:S0}}"}'],
    [
      'a long number only as a whole value',
      '4111222233334444',
      '{"a":4111222233334444,"b":41112222333344445,"c":-4111222233334444.5}',
      '{"a":"{{secret:S0}}","b":41112222333344445,"c":-4111222233334444.5}',
    ],
    [
      'JSON itself',
      '{"k":"v1"}',
      '{"c":{"k":"v1"},"t":"{\\"k\\":\\"v1\\"}"}',
      '{"c":"{{secret:S0}}","t":"{{secret:S0}}"}',
    ],
    ['what stands between two values', '","b', '["a","b"]', '["a","b"]'],
    ['a short one between two values', ',', '["a","b",","]', '["a","b","{{secret:S0}}"]'],
    ['the end of an escape', 'nabcd', '["x\\nabcd","nabcd"]', '["x\\nabcd","{{secret:S0}}"]'],
    ['the end of a long escape', '0041bc', '["\\u0041bc","0041bc"]', '["\\u0041bc","{{secret:S0}}"]'],
    ['the beginning of an escape', 'abc\\', '["abc\\"","abc\\\\"]', '["abc\\"","{{secret:S0}}"]'],
  ];
  test.each(cases)('%s', (_what, value, text, kept) => {
    for (const size of [1, 7, 1000]) {
      expect(bothWays(redactorOf(value), text, size)).toEqual([kept, kept]);
    }
    expect(JSON.parse(kept)).toBeTruthy();
  });

  test('text that is no JSON loses every secret', () => {
    const redactor = redactorOf('1234', 'true', 'pass-word');
    for (const text of ['{broken 1234 "true', 'pin 1234', '[info] pass-word'])
      expect(redactor.record(frame(text)).text).not.toMatch(/1234|true|pass-word/);
    expect(redactor.record({ seq: 1, t: 1, m: 1, k: 'stderr', text: '{"pin":1234}' }).text).not.toContain('1234');
    const begunLikeJson = Buffer.concat([...redactor.chunks([Buffer.from('[info] pass-word for x')])]).toString();
    expect(begunLikeJson).toBe('[info] {{secret:S2}} for x');
  });

  test('an HTTP answer in one piece stays JSON', () => {
    const redactor = redactorOf('12345');
    const record: WireRecord = {
      seq: 1,
      t: 1,
      m: 1,
      k: 'http',
      ch: 'h1',
      what: 'chunk',
      text: '{"id":12345,"s":"12345"}',
    };
    expect(redactor.record(record).text).toBe('{"id":12345,"s":"{{secret:S0}}"}');
  });
});

/** Numbers from 0 to below 1, the same ones for a seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

describe('whatever the secret and the message', () => {
  const PIECES = [
    'true',
    'false',
    'null',
    '1234',
    '99',
    '-1.5e3',
    '"',
    '\\',
    '\\n',
    'n',
    'u0041',
    '{',
    '}',
    ',',
    ':',
    'é',
    '/',
    ' ',
    'ab',
  ];

  function make(seed: number): { secrets: string[]; value: unknown } {
    const random = randomOf(seed);
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T; // the list is never empty
    const text = () => Array.from({ length: 1 + Math.floor(random() * 5) }, () => pick(PIECES)).join('');
    const secrets = [text(), text()].filter((one) => one.length >= 4);
    const any = (depth: number): unknown => {
      const kind = Math.floor(random() * (depth > 3 ? 6 : 9));
      if (kind === 0) return pick([true, false, null, 1234, 99, -1500, 12341234]);
      if (kind === 1 && secrets.length > 0) return `${text()}${pick(secrets)}${text()}`;
      if (kind === 2 && secrets.length > 0) return JSON.stringify({ in: pick(secrets) });
      if (kind < 6) return text();
      if (kind === 6) return Array.from({ length: 3 }, () => any(depth + 1));
      return Object.fromEntries(Array.from({ length: 3 }, () => [text(), any(depth + 1)]));
    };
    return { secrets, value: { jsonrpc: '2.0', id: 1234, params: any(0) } };
  }

  function stringsOf(value: unknown): string[] {
    if (typeof value === 'string') return [value];
    if (typeof value !== 'object' || value === null) return [];
    return Object.entries(value).flatMap(([key, item]) => [key, ...stringsOf(item)]);
  }

  /** The value with each string gone: what the redactor may not touch. */
  function shapeOf(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(shapeOf);
    if (typeof value === 'object' && value !== null) return Object.values(value).map(shapeOf);
    return typeof value === 'string' ? '' : value;
  }

  test('a redacted line parses, has the same shape, and holds the secret in no string', () => {
    let replaced = 0;
    for (let seed = 1; seed <= 1000; seed += 1) {
      const { secrets, value } = make(seed);
      const text = JSON.stringify(value);
      const outs = bothWays(redactorOf(...secrets), text, 1 + (seed % 40));
      for (const out of outs) {
        if (out !== text) replaced += 1;
        const parsed = JSON.parse(out);
        const strings = stringsOf(parsed).map((found) => found.replaceAll(/\{\{secret:S\d\}\}/g, '\u0000'));
        expect(strings.filter((found) => secrets.some((secret) => found.includes(secret)))).toEqual([]);
        // Two keys that became one placeholder are one member; a container that is a secret is a placeholder.
        if (
          Object.keys(value as object).length > 0 &&
          !/\{\{secret:S\d\}\}"\s*:/.test(out) &&
          !secrets.some((one) => /^[{"]/.test(one))
        )
          expect(shapeOf(parsed)).toEqual(shapeOf(value));
      }
      expect(outs[0]).toBe(outs[1]);
    }
    expect(replaced).toBeGreaterThan(300);
  });
});
