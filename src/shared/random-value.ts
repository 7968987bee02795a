import { arrayAt, isFiniteNumber, isObject, type JsonObject, objectAt, textAt } from './json.ts';

/** A number from 0 up to but not 1. */
export type Random = () => number;

const WORDS = 'amber birch cedar delta ember fjord grove harbor indigo juniper lagoon maple north opal prairie'.split(
  ' ',
);
const MOST_CHARACTERS = 10_000;
const MOST_ITEMS = 100;
/** How far from a given limit a number may lie, where the other one is missing. */
const SPAN = 1000;
/** 2000-01-01 to 2040-01-01, milliseconds. */
const DATES = [946_684_800_000, 2_208_988_800_000] as const;

class Impossible extends Error {}

const whole = (random: Random, from: number, to: number): number => from + Math.floor(random() * (to - from + 1));

function pick<T>(random: Random, list: readonly T[]): T {
  const found = list[whole(random, 0, list.length - 1)];
  if (found === undefined) throw new Impossible('it has a list of choices without choices');
  return found;
}

const word = (random: Random): string => pick(random, WORDS);

function hex(random: Random, digits: number): string {
  return Array.from({ length: digits }, () => whole(random, 0, 15).toString(16)).join('');
}

function uuid(random: Random): string {
  return `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-${pick(random, ['8', '9', 'a', 'b'])}${hex(random, 3)}-${hex(random, 12)}`;
}

const FORMATS: Readonly<Record<string, (random: Random) => string>> = {
  email: (random) => `${word(random)}.${word(random)}@example.com`,
  uri: (random) => `https://example.com/${word(random)}/${word(random)}`,
  date: (random) => new Date(whole(random, ...DATES)).toISOString().slice(0, 10),
  'date-time': (random) => new Date(whole(random, ...DATES)).toISOString(),
  time: (random) => new Date(whole(random, ...DATES)).toISOString().slice(11),
  uuid,
  ipv4: (random) => `192.0.2.${whole(random, 0, 255)}`,
  hostname: (random) => `${word(random)}.example.com`,
};

function textOf(schema: JsonObject, random: Random): string {
  if (schema.pattern !== undefined) throw new Impossible('it has a pattern');
  const least = isFiniteNumber(schema.minLength) ? schema.minLength : 0;
  const most = isFiniteNumber(schema.maxLength) ? schema.maxLength : MOST_CHARACTERS;
  if (least > most || least > MOST_CHARACTERS) throw new Impossible('its limits of length leave no room');
  const format = textAt(schema, 'format');
  if (format !== undefined) {
    const make = Object.hasOwn(FORMATS, format) ? FORMATS[format] : undefined;
    if (!make) throw new Impossible(`the format ${format.slice(0, 40)} is not known`);
    const text = make(random);
    if (text.length < least || text.length > most) throw new Impossible('its limits of length leave no room');
    return text;
  }
  const length = whole(random, least, Math.max(least, Math.min(most, least + 24)));
  let text = word(random);
  while (text.length < length) text += ` ${word(random)}`;
  // A space at the end is a value that many servers would trim.
  return text.slice(0, Math.max(length, Math.min(most, 1))).replace(/ $/, 'x');
}

function limitsOf(schema: JsonObject, step: number): [number, number] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const lows = [minimum, isFiniteNumber(exclusiveMinimum) ? exclusiveMinimum + step : undefined].filter(isFiniteNumber);
  const highs = [maximum, isFiniteNumber(exclusiveMaximum) ? exclusiveMaximum - step : undefined].filter(
    isFiniteNumber,
  );
  const low = lows.length > 0 ? Math.max(...lows) : undefined;
  const high = highs.length > 0 ? Math.min(...highs) : undefined;
  return [low ?? (high === undefined ? 0 : high - SPAN), high ?? (low ?? 0) + SPAN];
}

/** Counted in steps, so that limits and `multipleOf` hold to the digit. */
function numberOf(schema: JsonObject, random: Random, integer: boolean): number {
  const given = isFiniteNumber(schema.multipleOf) && schema.multipleOf > 0 ? schema.multipleOf : undefined;
  const step = given ?? (integer ? 1 : 0.01);
  if (integer && !Number.isInteger(step)) throw new Impossible('it wants whole multiples of a fraction');
  const [low, high] = limitsOf(schema, integer ? 1 : Math.min(step, 0.01));
  const [first, last] = [Math.ceil(low / step), Math.floor(high / step)];
  if (first > last) {
    if (given === undefined && !integer && low <= high) return low;
    throw new Impossible('its limits leave no number');
  }
  const count = whole(random, first, last);
  // 0.01 cannot be written exactly; 100 can.
  return Number.isInteger(1 / step) ? count / Math.round(1 / step) : count * step;
}

function choicesOf(schema: JsonObject): unknown[] | undefined {
  if (schema.const !== undefined) return [schema.const];
  if (Array.isArray(schema.enum)) return schema.enum;
  const titled = [...arrayAt(schema, 'oneOf'), ...arrayAt(schema, 'anyOf')];
  if (titled.length === 0) return undefined;
  return titled.map((one) => {
    if (!isObject(one) || one.const === undefined) throw new Impossible('it offers schemas to choose from');
    return one.const;
  });
}

function someOf(schema: JsonObject, random: Random): unknown[] {
  const items = objectAt(schema, 'items');
  const choices = items && choicesOf(items);
  if (!choices) throw new Impossible('it has a list of free values');
  const unique = [...new Set(choices)];
  const least = isFiniteNumber(schema.minItems) ? schema.minItems : 0;
  const most = Math.min(isFiniteNumber(schema.maxItems) ? schema.maxItems : unique.length, unique.length, MOST_ITEMS);
  if (least > most) throw new Impossible('it wants more choices than there are');
  const left = [...unique];
  return Array.from({ length: whole(random, least, most) }, () => left.splice(whole(random, 0, left.length - 1), 1)[0]);
}

function sampleOf(schema: unknown, random: Random): unknown {
  if (!isObject(schema)) throw new Impossible('a field has no schema');
  const choices = choicesOf(schema);
  if (choices) return pick(random, choices);
  switch (schema.type) {
    case 'string':
      return textOf(schema, random);
    case 'number':
      return numberOf(schema, random, false);
    case 'integer':
      return numberOf(schema, random, true);
    case 'boolean':
      return random() < 0.5;
    case 'array':
      return someOf(schema, random);
    default:
      throw new Impossible('it is not one of the flat types that forms may have');
  }
}

/** An object that is valid by the flat schema of a form, made up; or the field that stands against it, in words. */
export function randomObject(schema: unknown, random: Random): { value: JsonObject } | { why: string } {
  const required = new Set(arrayAt(schema, 'required'));
  const pairs: [string, unknown][] = [];
  for (const [name, property] of Object.entries(objectAt(schema, 'properties') ?? {})) {
    const wanted = required.has(name);
    if (!wanted && random() < 0.3) continue;
    try {
      pairs.push([name, sampleOf(property, random)]);
    } catch (error) {
      if (!(error instanceof Impossible)) throw error;
      if (wanted) return { why: `no value could be made up for the field ${name.slice(0, 80)}: ${error.message}` };
    }
  }
  return { value: Object.fromEntries(pairs) };
}
