import { describe, expect, test } from 'vitest';
import { recordLine } from '../../../src/host/store/record-line.ts';
import type { RecordDraft, WireRecord } from '../../../src/shared/records.ts';

const body = { file: 'bodies/7', bytes: 2_000_000, sha256: 'ab' };
const odd = 'a "quote", a \\ backslash, \u0000, a line\u2028separator, \ud800 alone, 😀\r';
const drafts: RecordDraft[] = [
  { k: 'frame', dir: 'in', ch: 'stdio', text: '{"jsonrpc":"2.0","method":"x"}' },
  { k: 'frame', dir: 'out', ch: 'h"1', text: odd },
  { k: 'frame', dir: 'in', ch: 'h2', text: 'lossy', b64: '/w==' },
  { k: 'frame', dir: 'in', ch: 'h2', b64: '/w==' },
  { k: 'frame', dir: 'in', ch: 'h2', text: 'head', body },
  { k: 'noise', ch: 'stdio', text: odd },
  { k: 'noise', ch: 'stdio', text: odd, at: 188_412 },
  { k: 'noise', ch: 'stdio', text: 'cut', open: true },
  { k: 'stderr', text: odd },
  { k: 'stderr', text: '' },
  { k: 'stderr', text: 'progress', open: true },
  { k: 'http', ch: 'h1', what: 'response', status: 200, headers: [['a', 'b']], text: odd },
  { k: 'note', what: 'state', text: 'Ready', level: 'info', data: { at: 'ready' } },
];

describe('the line of a record', () => {
  test.each(drafts)('$k is what JSON.stringify makes of it', (draft) => {
    const record: WireRecord = { seq: 12, t: 1_795_988_000_123_456, m: 8_123, ...draft };
    const line = recordLine(record);
    expect(line).toBe(`${JSON.stringify(record)}\n`);
    expect(JSON.parse(line)).toEqual(record);
  });
});
