import { expect, test } from 'vitest';
import { isJsonObject, numberOf, writeJson } from '#shared/exact-json.ts';
import { editedArguments, readArguments } from '../../../src/renderer/parts/argument-text.ts';
import { fieldSpec } from '../../../src/renderer/parts/schema-form/field-spec.ts';
import { fitsField, matchingBranch } from '../../../src/renderer/parts/schema-form/fits-field.ts';
import { matches } from '../../../src/renderer/parts/schema-form/matches.ts';
import { type ValuePath, withValueAt } from '../../../src/renderer/parts/schema-form/value-path.ts';

/** Numbers from 0 to below 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

interface Sample {
  readonly schema: Record<string, unknown>;
  readonly value: unknown;
}

const NAMES = ['a', 'b c', '__proto__', 'x/y~z', 'toString', '日本', '0', ''];
const TEXTS = ['', 'text', ' "quoted"\n', '9007199254740993', 'true', '\u2028', '🎉'];
const NUMBERS = ['0', '-1', '0.1', '1e21', '9007199254740993', '-18446744073709551615', '0.12345678901234567890123'];

class Generator {
  readonly #random: () => number;
  constructor(seed: number) {
    this.#random = randomOf(seed);
  }
  below(count: number): number {
    return Math.floor(this.#random() * count);
  }
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T; // the lists are not empty
  }

  sample(depth: number): Sample {
    const kinds = depth > 2 ? 6 : 12;
    switch (this.below(kinds)) {
      case 0:
        return { schema: { type: 'string' }, value: this.pick(TEXTS) };
      case 1:
        return { schema: { type: 'number' }, value: numberOf(this.pick(NUMBERS)) };
      case 2:
        return { schema: { type: 'boolean' }, value: this.below(2) === 0 };
      case 3: {
        const values = [1, 'one', false, { k: [1] }, 'two'];
        return { schema: { enum: values }, value: this.pick(values) };
      }
      case 4:
        return { schema: { type: ['string', 'null'] }, value: this.pick([null, 'text']) };
      case 5:
        return { schema: {}, value: this.pick([null, [1, [2]], { deep: { er: 'x' } }, 'text', 5]) };
      case 6:
        return this.list(depth);
      case 7:
        return this.map(depth);
      case 8:
        return this.union(depth);
      case 9:
        return this.tuple(depth);
      default:
        return this.object(depth);
    }
  }

  object(depth: number): Sample {
    const names = NAMES.filter(() => this.below(2) === 0);
    const parts = names.map((name) => ({ name, ...this.sample(depth + 1), given: this.below(4) > 0 }));
    const given = parts.filter((part) => part.given);
    return {
      schema: {
        type: 'object',
        properties: Object.fromEntries(parts.map(({ name, schema }) => [name, schema])),
        required: given.filter(() => this.below(2) === 0).map(({ name }) => name),
      },
      value: Object.fromEntries(given.map(({ name, value }) => [name, value])),
    };
  }

  list(depth: number): Sample {
    const { schema, value } = this.sample(depth + 1);
    return { schema: { type: 'array', items: schema }, value: Array.from({ length: this.below(3) }, () => value) };
  }

  tuple(depth: number): Sample {
    const parts = [this.sample(depth + 1), this.sample(depth + 1)];
    const prefixItems = parts.map(({ schema }) => schema);
    return { schema: { type: 'array', prefixItems }, value: parts.map(({ value }) => value) };
  }

  map(depth: number): Sample {
    const { schema, value } = this.sample(depth + 1);
    const names = NAMES.filter(() => this.below(3) === 0);
    return {
      schema: { type: 'object', additionalProperties: schema },
      value: Object.fromEntries(names.map((name) => [name, value])),
    };
  }

  union(depth: number): Sample {
    const parts = ['circle', 'square'].map((kind) => {
      const { schema, value } = this.object(depth + 1);
      const { properties, required } = schema as { properties: object; required: string[] }; // as `object` makes them
      return {
        schema: { ...schema, properties: { ...properties, kind: { const: kind } }, required: [...required, 'kind'] },
        value: { ...(value as object), kind }, // a value of an object schema
      };
    });
    return { schema: { oneOf: parts.map(({ schema }) => schema) }, value: this.pick(parts).value };
  }

  /** In any order. */
  shuffled<T>(items: readonly T[]): T[] {
    return items
      .map((item) => ({ item, at: this.#random() }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ item }) => item);
  }
}

/** Where the form would set something to get a value: members of objects one by one, everything else as a whole. */
function steps(value: unknown, path: ValuePath = []): { path: ValuePath; value: unknown }[] {
  if (!isJsonObject(value) || Object.keys(value).length === 0) return [{ path, value }];
  return Object.entries(value).flatMap(([name, item]) => steps(item, [...path, name]));
}

/** Places of a value that the form has no field for, and so only shows as JSON by mistake. */
function unshown(schema: unknown, root: unknown, value: unknown, at = ''): string[] {
  const spec = fieldSpec(schema, root, { value });
  // Buttons that are on or off cannot show that one value comes twice: such a list is edited as JSON.
  if (spec.kind === 'choices' && Array.isArray(value) && new Set(value.map(writeOne)).size < value.length) return [];
  if (!fitsField(spec, value)) return [`${at} ${spec.kind} ${writeJson(value)}`];
  if (spec.kind === 'union') {
    const branch = spec.branches[matchingBranch(spec.branches, value, root) ?? -1];
    if (!branch || matches(branch.test, value, root) === 'no') return [`${at} is of no form`];
    return isJsonObject(value) ? unshown(branch.schema, root, value, at) : [];
  }
  if (Array.isArray(value) && (spec.kind === 'list' || spec.kind === 'tuple'))
    return value.flatMap((item, index) => unshown(spec.places[index] ?? spec.items, root, item, `${at}/${index}`));
  if (spec.kind !== 'object' || !isJsonObject(value)) return [];
  const properties = isJsonObject(spec.schema.properties) ? spec.schema.properties : {};
  return Object.entries(value).flatMap(([name, item]) => {
    const own = Object.hasOwn(properties, name) ? properties[name] : spec.extra;
    return own === undefined ? [`${at}/${name} has no field`] : unshown(own, root, item, `${at}/${name}`);
  });
}

const writeOne = (value: unknown): string => writeJson(value);
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.keys(value)
      .toSorted()
      .map((name) => [name, sorted(value[name])]),
  );
};

test('[SCHEMA-10] any valid value of any schema survives form, JSON and form unchanged, and has its fields', () => {
  for (let seed = 1; seed <= 400; seed += 1) {
    const generator = new Generator(seed);
    const { schema, value } = generator.object(0);
    let text = '';
    let held: unknown = {};
    for (const step of generator.shuffled(steps(value))) {
      if (step.path.length === 0) continue;
      const next = withValueAt(held, step.path, step.value);
      text = editedArguments(text, held, next);
      const reading = readArguments(text);
      if ('problem' in reading) expect.fail(`seed ${seed}: ${reading.problem}`);
      expect(writeJson(reading.value), `seed ${seed}`).toBe(writeJson(next));
      held = reading.value;
    }
    expect(writeJson(sorted(held)), `seed ${seed}`).toBe(writeJson(sorted(value)));
    // As JSON it may be written in any way; a touch of the form leaves what it did not touch.
    const byHand = ` ${writeJson(held).replaceAll(':', ' : ')}`;
    const touched = editedArguments(byHand, held, withValueAt(held, ['added by hand'], 1));
    const again = readArguments(touched);
    if ('problem' in again) expect.fail(`seed ${seed}: ${again.problem}`);
    expect(writeJson(withValueAt(again.value, ['added by hand'], undefined)), `seed ${seed}`).toBe(writeJson(held));
    expect(unshown(schema, schema, held), `seed ${seed} ${JSON.stringify(plain(schema))}`).toEqual([]);
  }
});
