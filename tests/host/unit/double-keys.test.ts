import { describe, expect, test } from 'vitest';
import { doubleKeys } from '#host/workers/double-keys.ts';
import { createMessageChecker } from '#host/workers/message-checker.ts';
import type { MessageJob } from '#host/workers/message-job.ts';

const check = createMessageChecker();
const job = (text: string, extra: Partial<MessageJob> = {}) =>
  check({ text, part: 'result', era: 'legacy', method: 'vendor/own', sent: false, ...extra });

describe('keys that stand twice in one object', () => {
  test('[RPC-01] [DBG-04] the key, its place and that the last one counted are told', () => {
    expect(job('{"jsonrpc":"2.0","id":1,"result":{"list":[{},{"a/b":1,"a/b":2}]}}')).toEqual([
      {
        rule: 'RPC-01',
        severity: 'warn',
        ref: 'RFC8259 section-4',
        text:
          'The answer to vendor/own repeats keys within one object: "a/b" twice at /result/list/1/a~1b. ' +
          'The last one counted here; other receivers differ.',
      },
    ]);
    // A key is the same however it is escaped, also behind a byte order mark and for one that JavaScript sorts first.
    const [odd] = job('\ufeff{"id":1,"id":1,"\\u0069d":1,"result":{"2":0,"1":0,"2":0}}');
    expect(odd?.text).toContain('"id" 3 times at /id; "2" twice at /result/2.');
  });

  test('[RPC-01] what was sent says nothing of what counted; more than three are counted', () => {
    const pairs = ['a', 'b', 'c', 'd', 'e'].map((key) => `"${key}":1,"${key}":{}`).join();
    const text = `{"jsonrpc":"2.0","id":1,"method":"vendor/own","params":{${pairs}}}`;
    const [remark] = job(text, { part: 'request', sent: true });
    expect(remark?.text).toBe(
      'The request vendor/own that was sent repeats keys within one object: "a" twice at /params/a; "b" twice at ' +
        '/params/b; "c" twice at /params/c. And 2 more. Receivers differ in which one counts.',
    );
  });

  test('[RPC-01] messages without are not remarked on, whatever their keys', () => {
    expect(
      job('{"jsonrpc":"2.0","id":1,"result":{"b":{"a":1},"a":{"a":"a\\":1,"},"10":1,"9":1,"__proto__":1}}'),
    ).toEqual([]);
  });

  test('[RPC-01] the value that was replaced is looked into as well', () => {
    expect(doubleKeys('{"a":{"x":1,"x":2},"a":3}', 9).first.map(({ pointer }) => pointer)).toEqual(['/a', '/a/x']);
  });

  test('[RPC-01] an error or a stray answer is looked at for its keys alone', () => {
    const text = '{"jsonrpc":"2.0","id":1,"error":{"code":1,"code":2,"message":"no"}}';
    const [remark, ...others] = job(text, { method: '', keysOnly: true });
    expect(others).toEqual([]);
    expect(remark?.text).toContain('An answer to no known request repeats keys within one object: "code" twice at');
    expect(job('{"jsonrpc":"2.0","id":1,"result":{}}', { method: 'tools/list', keysOnly: true })).toEqual([]);
  });

  test('[RPC-01] a deep text and one with very many keys are read in bounded work', () => {
    const deep = `${'{"k":'.repeat(100_000)}{"k":1,"k":2}${'}'.repeat(100_000)}`;
    expect(doubleKeys(deep, 3)).toMatchObject({ total: 1, first: [{ key: 'k', times: 2 }] });
    const wide = `{"result":{${Array.from({ length: 100_000 }, (_, n) => `"k${n % 50_000}":1`).join()}}}`;
    expect(doubleKeys(wide, 3).total).toBe(50_000);
    const [remark] = job(`{"id":1,"result":{"${'k'.repeat(900)}":{"a":1,"a":1}}}`);
    expect(remark?.text.length).toBeLessThan(400);
  });
});
