import { z } from 'zod';
import { LineRow, TrafficRow } from './exchange.ts';
import { HeaderList, HttpTiming } from './records.ts';

/** New rows, changed rows, or a hole in a watched log view. `at` of a row is its place in the filtered view. */
export const LogEvent = z.discriminatedUnion('t', [
  /** The view starts over: forget its rows. `total` rows exist, read by `log.page`. */
  z.object({ t: z.literal('reset'), total: z.number(), moves: z.number().optional() }),
  z.object({ t: z.literal('lines'), at: z.number(), rows: z.array(LineRow) }),
  z.object({
    t: z.literal('traffic'),
    rows: z.array(z.object({ at: z.number(), row: TrafficRow })),
    total: z.number(),
  }),
  /**
   * `remove` rows from place `at` on left the view, `rows` took their place; places behind them have moved. `at` may
   * lie behind what the reader was told of. `moves` counts the times that places moved.
   */
  z.object({
    t: z.literal('splice'),
    at: z.number(),
    remove: z.number(),
    rows: z.array(TrafficRow),
    total: z.number(),
    moves: z.number().optional(),
  }),
  /**
   * The rest of stack traces among the lines, of the unfiltered stderr view: first place and count of each. Those known
   * from number `at` on are replaced; the last one may still grow.
   */
  z.object({ t: z.literal('folds'), at: z.number(), folds: z.array(z.tuple([z.number(), z.number()])) }),
  /** Payloads of `through` of `of` records were looked through for the words of the filter. */
  z.object({ t: z.literal('search'), through: z.number(), of: z.number() }),
  /** Rows `from` to before `to` were not sent to this reader: page them when they are looked at. */
  z.object({ t: z.literal('gap'), from: z.number(), to: z.number() }),
]);
export type LogEvent = z.infer<typeof LogEvent>;

/** A row of the traffic, and its place in a form of the view; each where there is one. */
export const RowAt = z.object({ place: z.number().optional(), row: TrafficRow.optional() });
export type RowAt = z.infer<typeof RowAt>;

export const LogPage = z.object({
  total: z.number(),
  from: z.number(),
  /** Traffic and notices: a reader that was told of another number of moves has rows at other places. */
  moves: z.number().optional(),
  lines: z.array(LineRow).optional(),
  traffic: z.array(TrafficRow).optional(),
});
export type LogPage = z.infer<typeof LogPage>;

/** A record's payload, whole or a part of it. */
export const Body = z.object({
  seq: z.number(),
  k: z.string(),
  dir: z.enum(['in', 'out']).optional(),
  ch: z.string().optional(),
  t: z.number(),
  text: z.string(),
  /** True when the bytes are not UTF-8: `text` is base64 then. */
  base64: z.boolean(),
  from: z.number(),
  /** Size of the whole payload, bytes. */
  bytes: z.number(),
  more: z.boolean(),
});
export type Body = z.infer<typeof Body>;

/** A header of a request that repeats a part of its body; `want` is what the body says. */
export const HeaderMatch = z.object({
  name: z.string(),
  /** `hidden`: the value was replaced in the log, so nothing can be said. */
  state: z.enum(['matches', 'differs', 'missing', 'hidden']),
  want: z.string(),
});
export type HeaderMatch = z.infer<typeof HeaderMatch>;

/** HTTP around an exchange, in wire order. */
export const HttpView = z.object({
  ch: z.string(),
  method: z.string(),
  url: z.string(),
  requestHeaders: HeaderList,
  status: z.number().optional(),
  statusText: z.string().optional(),
  responseHeaders: HeaderList,
  startedAt: z.number(),
  headAt: z.number().optional(),
  endedAt: z.number().optional(),
  error: z.string().optional(),
  chunks: z.number(),
  httpVersion: z.string().optional(),
  timing: HttpTiming.optional(),
  /** Requests before this one that were led elsewhere; times are those of the last. */
  redirects: z.number().optional(),
  /** Records of the body of the answer, the first 100. */
  bodySeqs: z.array(z.number()).optional(),
  /** Modern requests: their headers compared with the body. */
  matches: z.array(HeaderMatch).optional(),
});
export type HttpView = z.infer<typeof HttpView>;

/** Why a request is lost whose id a later one took; `seq` is the record of that one. */
export function idTakenWords(seq: number): string {
  return `Record ${seq} is a later request with the same id, so no answer can be told to be for this one.`;
}
