import { describe, expect, it } from 'vitest';
import { withoutSecrets } from '../../../src/host/earlier/without-secrets.ts';

const clean = (value: unknown, schema: unknown = {}, redact?: (value: unknown) => unknown) => {
  const { text, leftOut } = withoutSecrets(JSON.stringify(value), schema, redact);
  return { value: JSON.parse(text), leftOut };
};

describe('arguments without their secrets', () => {
  it('values that the schema hides are left out, through references and alternatives', () => {
    const schema = {
      properties: {
        pin: { type: 'string', format: 'password' },
        code: { $ref: '#/$defs/hid~1den' },
        either: { anyOf: [{ type: 'null' }, { type: 'string', writeOnly: true }] },
        plain: { type: 'string' },
        deep: { type: 'object', properties: { door: { writeOnly: true } } },
        codes: { type: 'array', items: { type: 'string', format: 'password' } },
        byHost: { type: 'object', additionalProperties: { $ref: '#/$defs/hid~1den' } },
      },
      $defs: { 'hid/den': { type: 'string', format: 'password' } },
    };
    const given = {
      pin: '1',
      code: 'abc',
      either: 'x',
      plain: 'kept',
      deep: { door: 7, to: 'me' },
      codes: ['a'],
      byHost: { b: 'c' },
    };
    expect(clean(given, schema)).toEqual({
      value: { plain: 'kept', deep: { to: 'me' } },
      leftOut: ['/pin', '/code', '/either', '/deep/door', '/codes', '/byHost'],
    });
  });

  it('values named or shaped like a secret are left out, others are not', () => {
    const given = {
      apiKey: 'k',
      user_password: 'p',
      author: 'ada',
      page_token: 'n',
      max_tokens: 3,
      list: ['ghp_abc', 'b'],
    };
    expect(clean(given)).toEqual({
      value: { author: 'ada', page_token: 'n', max_tokens: 3, list: [null, 'b'] },
      leftOut: ['/apiKey', '/user_password', '/list/0'],
    });
  });

  it('a value of the secret store is left out wherever it stands', () => {
    const redact = (value: unknown) => String(value).replaceAll('hunter2', '{{secret:DB}}');
    expect(clean({ url: 'pg://me:hunter2@db', 'a/b': ['hunter2'] }, {}, redact)).toEqual({
      value: { 'a/b': [null] },
      leftOut: ['/url', '/a~1b/0'],
    });
  });

  it('a text without secrets stays as it is, to the digit, and a cleaned one keeps its digits too', () => {
    const text = '{ "id": 12345678901234567890, "__proto__": {"a": 1} }';
    expect(withoutSecrets(text, {})).toEqual({ text, leftOut: [] });
    expect(withoutSecrets('{"id":12345678901234567890,"password":"x","__proto__":1}', undefined).text).toBe(
      '{"id":12345678901234567890,"__proto__":1}',
    );
  });

  it('schemas that refer to themselves or to nothing do no harm', () => {
    const schema = {
      properties: { a: { $ref: '#' }, b: { $ref: '#/properties/b' }, c: { $ref: 'https://x.example' } },
    };
    expect(clean({ a: { b: '1' }, c: '2' }, schema).leftOut).toEqual([]);
  });

  it('parts that refer to each other in ever more ways are looked at once each', () => {
    const both = Array.from({ length: 30 }, (_, at) => ({ $ref: at % 2 === 0 ? '#/$defs/one' : '#/$defs/other' }));
    const schema = {
      properties: { a: { $ref: '#/$defs/one' }, b: { $ref: '#/$defs/other' }, pin: { $ref: '#/$defs/pin' } },
      $defs: {
        one: { anyOf: both },
        other: { oneOf: both },
        pin: { anyOf: [...both, { type: 'string', format: 'password' }] },
      },
    };
    expect(clean({ a: '1', b: '2', pin: '3' }, schema).leftOut).toEqual(['/pin']);
  });
});
