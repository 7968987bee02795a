import { expect, test } from 'vitest';
import { hasSecret, mayHoldSecret } from '../../../src/renderer/parts/schema-form/masked.ts';

const LOGIN = { type: 'object', properties: { user: { type: 'string' }, pin: { type: 'string', format: 'password' } } };

test('a secret is found wherever it is typed', () => {
  const schema = {
    type: 'object',
    properties: {
      login: LOGIN,
      accounts: { type: 'array', items: LOGIN },
      auth: { oneOf: [{ type: 'object', properties: { code: { type: 'string', format: 'password' } } }, LOGIN] },
    },
  };
  expect(hasSecret(schema, { login: { user: 'maya' }, accounts: [{ user: 'a' }] })).toBe(false);
  expect(hasSecret(schema, { login: { pin: '1234' } })).toBe(true);
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
