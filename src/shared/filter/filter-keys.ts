import { type Bound, type FilterLeaf, HAS_VALUES, IS_VALUES } from './filter-tree.ts';

/** How the value of a key is read. `undefined` is a value that is not finished: it filters nothing and is no problem. */
export interface FilterKey {
  name: string;
  /** What it does, in a few words. */
  hint: string;
  /** All values it can have, when there are only these. */
  values?: readonly string[];
  /** Values worth offering. */
  examples?: readonly string[];
  /** The condition, a text that says what is wrong, or undefined. */
  read(value: string): FilterLeaf | string | undefined;
}

const NUMBER = /^(>=|<=|>|<|=)?\s*(\d+(?:\.\d+)?)\s*([a-zµ]*)$/;
const TIMES: Readonly<Record<string, number>> = {
  us: 1,
  µs: 1,
  '': 1000,
  ms: 1000,
  s: 1_000_000,
  m: 60_000_000,
  min: 60_000_000,
  h: 3_600_000_000,
};
/** Decimal, as sizes are shown. */
const SIZES: Readonly<Record<string, number>> = { '': 1, b: 1, k: 1e3, kb: 1e3, m: 1e6, mb: 1e6, g: 1e9, gb: 1e9 };
const CLOCK = /^(?:(\d{4}-\d{2}-\d{2})t)?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?$/;
const CLOCK_START = /^[\dt:.-]*$/;

const STATUSES = [
  'complete',
  'running',
  'waiting',
  'open',
  'tool-error',
  'error',
  'input_required',
  'task',
  'stopped',
  'timed-out',
  'lost',
  'answered',
  'declined',
] as const;

function bound(value: string, units: Readonly<Record<string, number>>): Bound | undefined {
  const [, sign = '>=', digits = '', unit = ''] = NUMBER.exec(value) ?? [];
  const factor = Object.hasOwn(units, unit) ? units[unit] : undefined;
  if (digits === '' || factor === undefined) return undefined;
  return { sign: sign as Bound['sign'], value: Number(digits) * factor }; // the pattern lets only these through
}

const isUnfinished = (value: string) => /^(>=?|<=?|=)?$/.test(value);

function textKey(
  name: 'method' | 'name' | 'id' | 'server' | 'by',
  hint: string,
  examples?: readonly string[],
): FilterKey {
  return {
    name,
    hint,
    ...(examples ? { examples } : {}),
    read: (text) => (text === '' ? undefined : { op: name, text }),
  };
}

function listKey<T extends string>(
  name: 'is' | 'has',
  hint: string,
  values: readonly T[],
  leaf: (what: T) => FilterLeaf,
): FilterKey {
  return {
    name,
    hint,
    values,
    read: (value) => {
      const what = values.find((one) => one === value);
      if (what !== undefined) return leaf(what);
      if (values.some((one) => one.startsWith(value))) return undefined;
      return `${name}: knows ${values.join(', ')}`;
    },
  };
}

function measureKey(name: 'dur' | 'size', hint: string, units: Readonly<Record<string, number>>): FilterKey {
  const examples = name === 'dur' ? ['>500ms', '>2s', '<50ms'] : ['>10kb', '>1mb', '<1kb'];
  return {
    name,
    hint,
    examples,
    read: (value) => {
      if (isUnfinished(value)) return undefined;
      const found = bound(value, units);
      return found ? { op: name, bound: found } : `${name}: wants a number such as ${examples[0]}`;
    },
  };
}

/** Milliseconds since midnight, or since 1970 when a date is given; the clock is the one of this computer. */
function moment(value: string): { ms: number; clock: boolean } | undefined {
  const [, date, hours, minutes, seconds = '0', part = '0'] = CLOCK.exec(value) ?? [];
  if (hours === undefined || minutes === undefined) return undefined;
  const [h, min, s] = [Number(hours), Number(minutes), Number(seconds)];
  if (h > 23 || min > 59 || s > 59) return undefined;
  const ms = ((h * 60 + min) * 60 + s) * 1000 + Number(part.padEnd(3, '0'));
  if (date === undefined) return { ms, clock: true };
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const at = new Date(year, month - 1, day, h, min, s, ms % 1000).getTime();
  return { ms: at, clock: false };
}

function timeKey(name: 'after' | 'before', hint: string): FilterKey {
  return {
    name,
    hint,
    read: (value) => {
      const found = moment(value);
      if (found) return { op: name, ...found };
      const started = value.length < 5 && CLOCK_START.test(value);
      return started ? undefined : `${name}: wants a time such as 18:51 or 18:51:07`;
    },
  };
}

const http: FilterKey = {
  name: 'http',
  hint: 'HTTP status',
  examples: ['4xx', '5xx', '404', '401', '>=400'],
  read: (value) => {
    if (/^\d{3}$/.test(value)) return { op: 'http', from: Number(value), to: Number(value) };
    const family = /^(\d)xx$/.exec(value)?.[1];
    if (family !== undefined) return { op: 'http', from: Number(family) * 100, to: Number(family) * 100 + 99 };
    const [, sign, digits] = /^(>=|<=|>|<)(\d{3})$/.exec(value) ?? [];
    if (sign !== undefined) {
      const [n, step] = [Number(digits), sign.endsWith('=') ? 0 : 1];
      return sign.startsWith('>') ? { op: 'http', from: n + step, to: 999 } : { op: 'http', from: 1, to: n - step };
    }
    return /^(>=?|<=?)?\d{0,2}x?$/.test(value) ? undefined : 'http: wants a status such as 404 or 4xx';
  },
};

const status: FilterKey = {
  name: 'status',
  hint: 'how it ended, or an error code',
  examples: STATUSES,
  read: (text) => {
    // Codes keep their sign; between words a space, an underline and a dash are alike.
    const words = /^-?\d/.test(text) ? text : text.replace(/[\s_-]+/g, ' ').trim();
    return words === '' ? undefined : { op: 'status', text: words };
  },
};

/** The keys of the filter language, DESIGN S16. */
export const FILTER_KEYS: readonly FilterKey[] = [
  textKey('method', 'part of the method'),
  textKey('name', 'tool, prompt, address or task'),
  textKey('id', 'the exact JSON-RPC id'),
  status,
  listKey('is', 'what kind of row it is', IS_VALUES, (what) => ({ op: 'is', what })),
  measureKey('dur', 'time taken', TIMES),
  measureKey('size', 'size of what was sent and received', SIZES),
  textKey('server', 'name of the server'),
  textKey('by', 'model or script that started it', ['model', 'script']),
  listKey('has', 'what the answer holds', HAS_VALUES, (what) => ({ op: 'has', what })),
  timeKey('after', 'at this time of day or later'),
  timeKey('before', 'earlier than this time of day'),
  http,
];

/** The key with this name, in any case. */
export function filterKey(name: string): FilterKey | undefined {
  const wanted = name.toLowerCase();
  return FILTER_KEYS.find((key) => key.name === wanted);
}
