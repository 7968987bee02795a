import { expect, test } from 'vitest';
import { writeJson } from '#shared/exact-json.ts';
import { earlierValuesOf, offeredValues } from '../../../src/renderer/parts/schema-form/earlier-values.ts';
import { fieldSpec } from '../../../src/renderer/parts/schema-form/field-spec.ts';

const calls = (...values: unknown[]) => earlierValuesOf(values.map((value) => ({ text: JSON.stringify(value) })));

test('the values of one place, newest first and each once; entries of a list are alike', () => {
  const values = calls(
    { city: 'Lisbon', to: [{ mail: 'a@x' }, { mail: 'b@x' }] },
    { city: 'Oslo', to: [{ mail: 'b@x' }] },
    { city: 'Lisbon', to: 'nobody' },
    { other: 1 },
  );
  expect(values(['city'])).toEqual(['Lisbon', 'Oslo']);
  expect(values(['to', 0, 'mail'])).toEqual(['a@x', 'b@x']);
  expect(values(['to', 7, 'mail'])).toEqual(['a@x', 'b@x']);
  expect(values(['constructor'])).toEqual([]);
});

test('what was left out as a secret is no value, nor is what lost a part by it', () => {
  const values = earlierValuesOf([
    { text: '{"keys":[null,"b"],"login":{"user":"me"},"city":"Oslo"}', leftOut: ['/keys/0', '/login/pass'] },
  ]);
  expect(values(['keys', 0])).toEqual(['b']);
  expect(values(['login'])).toEqual([]);
  expect(values(['login', 'user'])).toEqual(['me']);
  expect(values(['city'])).toEqual(['Oslo']);
});

const offer = (schema: object, values: unknown[], on: { name?: string; value?: unknown } = {}) =>
  offeredValues(values, { spec: fieldSpec(schema, schema), name: on.name ?? 'a', value: on.value });

test('a field offers values of its kind, but not the one it has, and twenty at most', () => {
  expect(offer({ type: 'string' }, ['x', 'y', 3, '', null], { value: 'x' })).toEqual(['y']);
  expect(offer({ type: 'integer' }, ['x', 3, 4], { value: 4 })).toEqual([3]);
  expect(offer({}, [{ deep: 1 }, 3])).toEqual([{ deep: 1 }, 3]);
  expect(
    offer(
      { type: 'string' },
      Array.from({ length: 30 }, (_, at) => `v${at}`),
    ),
  ).toHaveLength(20);
});

test('a number keeps its digits', () => {
  const values = earlierValuesOf([{ text: '{"id":12345678901234567890}' }]);
  expect(offer({ type: 'integer' }, [...values(['id'])]).map((one) => writeJson(one))).toEqual([
    '12345678901234567890',
  ]);
});

test('a field that hides its text offers nothing, and nobody offers what looks like a key', () => {
  expect(offer({ type: 'string', format: 'password' }, ['x'])).toEqual([]);
  expect(offer({ type: 'string', writeOnly: true }, ['x'])).toEqual([]);
  expect(offer({ type: 'string' }, ['x'], { name: 'userPassword' })).toEqual([]);
  expect(offer({ type: 'string' }, ['ghp_abcdef', 'x'])).toEqual(['x']);
});
