/** A comparison with a number: `>500` and so on. */
export interface Bound {
  sign: '>' | '>=' | '<' | '<=' | '=';
  value: number;
}

export const IS_VALUES = [
  'error',
  'waiting',
  'ask',
  'task',
  'stream',
  'notification',
  'call',
  'http',
  'auth',
  'open',
] as const;
export type IsValue = (typeof IS_VALUES)[number];

export const HAS_VALUES = ['structured', 'image', 'progress'] as const;
export type HasValue = (typeof HAS_VALUES)[number];

/** Looked for in the columns of a row and in its payloads. In lower case. */
export interface FilterWord {
  op: 'word';
  text: string;
}

/** One condition with a key. Texts are in lower case. */
export type FilterLeaf =
  | { op: 'method' | 'name' | 'id' | 'status' | 'server' | 'by'; text: string }
  | { op: 'is'; what: IsValue }
  | { op: 'has'; what: HasValue }
  /** Microseconds. */
  | { op: 'dur'; bound: Bound }
  /** Bytes. */
  | { op: 'size'; bound: Bound }
  /** From `from` to `to`, both counted in. */
  | { op: 'http'; from: number; to: number }
  /** `clock`: milliseconds since midnight of any day; else milliseconds since 1970. `after` counts its moment in. */
  | { op: 'after' | 'before'; ms: number; clock: boolean };

/** A filter as read. An empty `and` lets everything through. */
export type FilterNode =
  | FilterWord
  | FilterLeaf
  | { op: 'and'; parts: FilterNode[] }
  | { op: 'or'; parts: FilterNode[] }
  | { op: 'not'; part: FilterNode };

/** What could not be understood, from `start` to before `end` of the text. */
export interface FilterProblem {
  start: number;
  end: number;
  text: string;
}

export interface ParsedFilter {
  tree: FilterNode;
  problems: FilterProblem[];
}
