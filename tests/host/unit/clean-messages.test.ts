import { describe, expect, it } from 'vitest';
import { CleanMessages } from '#host/clean-messages.ts';
import type { MessageJob } from '#host/workers/message-job.ts';

const job = (text: string): MessageJob => ({ text, part: 'request', era: 'legacy', method: 'ping', sent: true });

describe('messages that are the same to a check', () => {
  const clean = new CleanMessages();
  const same = (a: [string, unknown], b: [string, unknown]) =>
    clean.keyOf(job(a[0]), a[1]) === clean.keyOf(job(b[0]), b[1]);

  it('differ in their own id and progress token only', () => {
    const sent = (id: number, x: number) =>
      `{"jsonrpc":"2.0","id":${id},"method":"m","params":{"x":${x},"_meta":{"progressToken":${id}}}}`;
    expect(same([sent(1, 5), 1], [sent(20, 5), 20])).toBe(true);
    expect(same([sent(1, 5), 1], [sent(2, 6), 2])).toBe(false);
    const modern = (id: number, version: string) =>
      `{"jsonrpc":"2.0","id":${id},"method":"m","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"${version}","progressToken":${id}}}}`;
    expect(same([modern(1, '2026-07-28'), 1], [modern(20, '2026-07-28'), 20])).toBe(true);
    expect(same([modern(1, '2026-07-28'), 1], [modern(2, '2025-11-25'), 2])).toBe(false);
    expect(same(['{"result":{},"jsonrpc":"2.0","id":3}', 3], ['{"result":{},"jsonrpc":"2.0","id":44}', 44])).toBe(true);
  });

  it('are not the same when a number inside changes, or the id is of another kind or place', () => {
    const inner = (id: number) => `{"jsonrpc":"2.0","id":${id},"result":{"id":${id}}}`;
    expect(same([inner(1), 1], [inner(2), 2])).toBe(false);
    expect(same(['{"jsonrpc":"2.0","id":"1","result":{}}', '1'], ['{"jsonrpc":"2.0","id":1,"result":{}}', 1])).toBe(
      false,
    );
    expect(same(['{"a":{"id":1},"b":2}', 1], ['{"a":{"id":2},"b":2}', 2])).toBe(false);
  });

  it('are forgotten with what they were checked against, also by an answer that comes late', () => {
    const key = clean.keyOf(job('{}'), 1);
    if (key === undefined) throw new Error('a small message has a key');
    clean.add(key);
    expect(clean.has(key)).toBe(true);
    clean.clear();
    clean.add(key);
    expect(clean.has(clean.keyOf(job('{}'), 1) ?? '')).toBe(false);
  });
});
