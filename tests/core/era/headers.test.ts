import { describe, expect, it } from 'vitest';
import { encodeHeaderValue, mirrorHeaders, scanMirrors } from '#core/era/headers.ts';

describe('header values', () => {
  it.each(['plain', 'a b', 'x-1_~!', 'a\tb', '=?utf-8?Q?x?='])('[HTTP-06] %j travels as it is', (value) => {
    expect(encodeHeaderValue(value)).toBe(value);
  });

  it.each(['日本', 'žofie 🐎', ' padded', 'padded ', 'a\nb', 'a\r\nX: y', '', '=?base64?eA==?=', '\u0000'])(
    '[HTTP-06] %j is wrapped and decodes to itself',
    (value) => {
      const encoded = encodeHeaderValue(value);
      const inner = /^=\?base64\?([A-Za-z0-9+/]*={0,2})\?=$/.exec(encoded)?.[1];
      expect(Buffer.from(inner ?? 'none', 'base64').toString('utf8')).toBe(value);
    },
  );

  it('a lone half of a surrogate pair becomes the replacement character', () => {
    expect(encodeHeaderValue('\ud800')).toBe(`=?base64?${Buffer.from('\ufffd').toString('base64')}?=`);
  });
});

describe('x-mcp-header', () => {
  const schema = (properties: unknown) => ({ type: 'object', properties });

  it('[HTTP-07] mirrors primitives by their exact path and leaves null and missing out', () => {
    const scan = scanMirrors(
      schema({
        region: { type: 'string', 'x-mcp-header': 'Region' },
        count: { type: 'integer', 'x-mcp-header': 'Count' },
        dry: { type: 'boolean', 'x-mcp-header': 'Dry' },
        none: { type: 'string', 'x-mcp-header': 'None' },
        gone: { type: 'string', 'x-mcp-header': 'Gone' },
        'a.b': { type: 'object', properties: { c: { type: 'string', 'x-mcp-header': 'Deep' } } },
      }),
    );
    if (!('params' in scan)) return expect.fail(scan.reason);
    const args = { region: 'Žilina', count: 3, dry: false, none: null, 'a.b': { c: 'x' } };
    expect(mirrorHeaders(scan.params, args)).toEqual([
      ['Mcp-Param-Region', encodeHeaderValue('Žilina')],
      ['Mcp-Param-Count', '3'],
      ['Mcp-Param-Dry', 'false'],
      ['Mcp-Param-Deep', 'x'],
    ]);
    expect(mirrorHeaders(scan.params, { count: 2 ** 60, region: { odd: 1 } })).toEqual([]);
  });

  const string = { type: 'string' };
  it.each([
    ['empty', { a: { ...string, 'x-mcp-header': '' } }],
    ['no text', { a: { ...string, 'x-mcp-header': 3 } }],
    ['no token', { a: { ...string, 'x-mcp-header': 'a b' } }],
    ['with a line break', { a: { ...string, 'x-mcp-header': 'a\r\nb' } }],
    ['used twice ignoring case', { a: { ...string, 'x-mcp-header': 'X' }, b: { ...string, 'x-mcp-header': 'x' } }],
    ['on a number', { a: { type: 'number', 'x-mcp-header': 'X' } }],
    ['on an object', { a: { type: 'object', 'x-mcp-header': 'X' } }],
    ['without a type', { a: { 'x-mcp-header': 'X' } }],
    ['in items', { a: { type: 'array', items: { ...string, 'x-mcp-header': 'X' } } }],
    ['in oneOf', { a: { oneOf: [{ ...string, 'x-mcp-header': 'X' }] } }],
    ['in $defs', { a: { $defs: { d: { ...string, 'x-mcp-header': 'X' } } } }],
  ])('[HTTP-08] %s breaks the rules', (_name, properties) => {
    expect(scanMirrors(schema(properties))).toHaveProperty('reason');
  });

  it('[HTTP-08] on the root it breaks the rules; a schema that is none has no mirrors', () => {
    expect(scanMirrors({ ...string, 'x-mcp-header': 'X' })).toHaveProperty('reason');
    expect(scanMirrors(undefined)).toEqual({ params: [] });
    expect(scanMirrors(schema({ 'x-mcp-header': string }))).toEqual({ params: [] });
  });
});
