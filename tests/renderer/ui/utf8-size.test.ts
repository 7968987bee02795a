import { expect, test } from 'vitest';
import { parseJsonParts } from '../../../src/renderer/ui/parse-json.ts';
import { utf8Size } from '../../../src/renderer/ui/utf8-size.ts';

test.each(['', 'abc', 'é漢😀', `${'x'.repeat(65_535)}😀y`, '😀'.repeat(70_000), `x${'😀'.repeat(70_000)}\ud800`])(
  'the size of a text is that of its bytes',
  (text) => {
    expect(utf8Size(text)).toBe(Buffer.byteLength(text));
  },
);

test('a JSON text in pieces is one value, and what is none is refused', async () => {
  const pieces = async function* (...parts: string[]) {
    yield* parts;
  };
  expect(await parseJsonParts(pieces('{"a":[1', ',2]}'))).toEqual({ a: [1, 2] });
  await expect(parseJsonParts(pieces('{"a":'))).rejects.toThrow(SyntaxError);
});
