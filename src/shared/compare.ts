import { z } from 'zod';
import { CatalogKind } from './catalog-kind.ts';

/** One side of a comparison. */
export const CompareSide = z.discriminatedUnion('of', [
  z.object({ of: z.literal('exchange'), sessionId: z.string(), exchangeId: z.string() }),
  z.object({ of: z.literal('record'), sessionId: z.string(), seq: z.number().int().min(1) }),
  /** A list of a session, or the one item of it with this name or uri. */
  z.object({ of: z.literal('catalog'), sessionId: z.string(), kind: CatalogKind, name: z.string().optional() }),
  /** Everything a session's server said of itself: its greeting and its lists. */
  z.object({ of: z.literal('session'), sessionId: z.string() }),
]);
export type CompareSide = z.infer<typeof CompareSide>;

/** What of a side is compared. */
export const ComparePart = z.enum(['structured', 'content', 'request', 'result', 'message', 'list']);
export type ComparePart = z.infer<typeof ComparePart>;

/** Values are one line: JSON text of a scalar, cut after 300 characters, or `{ 4 keys }`; for `moved` which item it is. */
export const Difference = z.object({
  /** A JSON Pointer in which items of matched arrays go by their key. */
  path: z.string(),
  change: z.enum(['changed', 'added', 'removed', 'moved']),
  a: z.string().optional(),
  b: z.string().optional(),
  /** Index of the line in `lines` where it begins. */
  line: z.number().optional(),
});
export type Difference = z.infer<typeof Difference>;

/** One line of the two texts side by side; a side is absent where the other has more lines. */
export const CompareLine = z.object({
  a: z.object({ n: z.number(), text: z.string() }).optional(),
  b: z.object({ n: z.number(), text: z.string() }).optional(),
  same: z.boolean(),
  /** Lines that were left out here because they are the same on both sides; there is no text then. */
  skipped: z.number().optional(),
});
export type CompareLine = z.infer<typeof CompareLine>;

/** What a side is, for its column head. */
export const CompareHead = z.object({
  title: z.string(),
  serverName: z.string(),
  /** Wall clock, milliseconds. */
  at: z.number().optional(),
  rpcId: z.union([z.string(), z.number()]).optional(),
  bytes: z.number().optional(),
  tookUs: z.number().optional(),
  era: z.string().optional(),
});
export type CompareHead = z.infer<typeof CompareHead>;

export const Comparison = z.object({
  a: CompareHead,
  b: CompareHead,
  /** Method and name when both sides share them. */
  subject: z.string().optional(),
  /** Parts that both sides have, the shown one among them. */
  parts: z.array(ComparePart),
  part: ComparePart,
  /** With keys in the order of A; long stretches that are the same are left out when there are many lines. */
  lines: z.array(CompareLine),
  /** Lines that were left out at the end because there are too many. */
  linesLeft: z.number(),
  /** The first 1,000. */
  differences: z.array(Difference),
  total: z.number(),
  /** Differences under ignored paths. */
  ignored: z.number(),
  /** How arrays were matched, each way once. */
  matched: z.array(z.enum(['id', 'key', 'name', 'uri', 'position'])),
  /** JSON Patch (RFC 6902) from A to B, ignored paths as well; undefined when it is over 1 MB. */
  patch: z.string().optional(),
  /** Where the whole messages differ although the part is equal: `time`, `id`, or a JSON Pointer. The first 20. */
  elsewhere: z.array(z.string()),
  elsewhereTotal: z.number(),
});
export type Comparison = z.infer<typeof Comparison>;
