/** Marks an object that stands for a value JSON cannot hold. */
const mark = '$standIn';

type Marked = { [mark]: 'date' | 'bytes' | 'buffer' | 'bigint' | 'undefined'; value?: unknown };

function replace(value: unknown): unknown {
  if (value === undefined) return { [mark]: 'undefined' } satisfies Marked;
  if (typeof value === 'bigint') return { [mark]: 'bigint', value: String(value) } satisfies Marked;
  if (value instanceof Date) return { [mark]: 'date', value: value.getTime() } satisfies Marked;
  if (value instanceof ArrayBuffer) return { [mark]: 'buffer', value: [...new Uint8Array(value)] } satisfies Marked;
  if (value instanceof Uint8Array) return { [mark]: 'bytes', value: [...value] } satisfies Marked;
  if (value instanceof Map || value instanceof Set || value instanceof Error || value instanceof RegExp) {
    throw new Error(`the stand-in for Electron cannot carry a ${value.constructor.name} between processes`);
  }
  return value;
}

function restore(value: unknown): unknown {
  if (value === null || typeof value !== 'object' || !(mark in value)) return value;
  // Only `encode` writes the mark.
  const marked = value as Marked;
  if (marked[mark] === 'date') return new Date(Number(marked.value));
  if (marked[mark] === 'bigint') return BigInt(String(marked.value));
  if (marked[mark] === 'undefined') return undefined;
  // `encode` writes bytes as numbers.
  const bytes = Uint8Array.from(marked.value as number[]);
  return marked[mark] === 'bytes' ? bytes : bytes.buffer;
}

/**
 * Text of a value as it crosses between the main process and a page.
 * @throws DataCloneError for what a structured clone refuses (functions, DOM nodes)
 */
export function encode(value: unknown): string {
  // JSON calls toJSON of a Date before the replacer sees it: read the value from its holder instead.
  return JSON.stringify(structuredClone(value), function (this: Record<string, unknown>, key) {
    return replace(this[key]);
  });
}

/** The value of a text made by `encode`. */
export function decode(text: string): unknown {
  const undo = (value: unknown): unknown => {
    const restored = restore(value);
    if (restored !== value || value === null || typeof value !== 'object') return restored;
    if (Array.isArray(value)) return value.map(undo);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, undo(inner)]));
  };
  return undo(JSON.parse(text));
}
