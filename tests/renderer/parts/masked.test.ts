import { expect, test } from 'vitest';
import { hasSecret, hideSecrets, mayHoldSecret } from '../../../src/renderer/parts/schema-form/masked.ts';

const LOGIN = { type: 'object', properties: { user: { type: 'string' }, pin: { type: 'string', format: 'password' } } };

test('a secret is found wherever it is typed', () => {
  const schema = {
    type: 'object',
    properties: {
      login: LOGIN,
      accounts: { type: 'array', items: LOGIN },
      codes: { type: 'array', items: { type: 'string', format: 'password' } },
      auth: { oneOf: [{ type: 'object', properties: { code: { type: 'string', format: 'password' } } }, LOGIN] },
    },
  };
  expect(hasSecret(schema, { login: { user: 'maya' }, accounts: [{ user: 'a' }] })).toBe(false);
  expect(hasSecret(schema, { login: { pin: '1234' } })).toBe(true);
  expect(hasSecret(schema, { codes: [''] })).toBe(false);
  expect(hasSecret(schema, { codes: ['', 'x'] })).toBe(true);
  expect(hasSecret(schema, { userPassword: 'x' })).toBe(true);
  expect(hasSecret(schema, { accounts: [{ user: 'a' }, { pin: '1' }] })).toBe(true);
  expect(hasSecret(schema, { auth: { code: 'x' } })).toBe(true);
  expect(hasSecret(schema, { more: { deep: [{ api_key: 'x' }] } })).toBe(true);
  expect(hasSecret(schema, { login: { pin: '' } })).toBe(false);
  expect(hasSecret({ oneOf: [LOGIN, { type: 'object' }] }, { pin: '1' })).toBe(true);
});

test('a text that is not valid yet is looked through by its names', () => {
  expect(mayHoldSecret(LOGIN, '{"pin": "12')).toBe(true);
  expect(mayHoldSecret(LOGIN, '{"a": {"password": "hun')).toBe(true);
  expect(mayHoldSecret(LOGIN, '{"user": "password')).toBe(false);
});

test('what is copied names what it hides', () => {
  const schema = {
    type: 'object',
    properties: { login: LOGIN, codes: { type: 'array', items: { type: 'string', format: 'password' } } },
  };
  const value = { login: { user: 'maya', pin: '1' }, codes: ['a', ''], apiKey: 'k', list: [{ password: 'x' }] };
  expect(hideSecrets(schema, value)).toEqual({
    value: {
      login: { user: 'maya', pin: '<pin>' },
      codes: ['<codes>', ''],
      apiKey: '<apiKey>',
      list: [{ password: '<password>' }],
    },
    hidden: 4,
  });
  expect(hideSecrets(schema, { login: { user: 'maya' } }).hidden).toBe(0);
});
