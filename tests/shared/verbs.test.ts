import { expect, test } from 'vitest';
import { verbs } from '#shared/verbs.ts';

test('arguments of a tool are passed on with every key, whatever its name', () => {
  const text = '{"__proto__":"a","constructor":"b","":null}';
  const { args } = verbs['tools.call'].parse({ name: 'keys', args: JSON.parse(text) });
  expect(JSON.stringify(args)).toBe(text);
  expect(verbs['tools.call'].safeParse({ name: 'keys', args: [] }).success).toBe(false);
});
