import { z } from 'zod';
import { type HostError, HostErrorCode } from './errors.ts';

/** A two-way message pipe: Electron MessagePort, WebSocket or an in-memory pair. Messages are JSON values. */
export interface Port {
  post(message: unknown): void;
  onMessage(fn: (message: unknown) => void): void;
  onClose(fn: () => void): void;
  close(): void;
}

/** Answers go first; of the streams, small entities before log rows. */
export type Lane = 'state' | 'log';

export const call = <I extends z.ZodType, O extends z.ZodType>(input: I, output: O) => ({
  type: 'call' as const,
  input,
  output,
});
export const stream = <I extends z.ZodType, T extends z.ZodType>(lane: Lane, input: I, item: T) => ({
  type: 'stream' as const,
  lane,
  input,
  item,
});

export type AnyCall = { type: 'call'; input: z.ZodType; output: z.ZodType };
export type AnyStream = { type: 'stream'; lane: Lane; input: z.ZodType; item: z.ZodType };
export type Contract = Record<string, AnyCall | AnyStream>;

/**
 * Where a stream's items come from. The engine pulls: nothing is queued for a slow reader,
 * so the source decides what a reader that fell behind gets (the newest value, or a gap).
 */
export interface Source<T> {
  /** At most `max` items (or rows, where an item holds rows); empty when there is nothing new. */
  take(max: number): T[];
  close(): void;
  /** More came since the last `take` than a person can follow, so that part of it was left out: fewer batches lose nothing. */
  readonly floods?: boolean;
}

/** The other side of a call. */
export interface Caller {
  /** Calls the function once the other side is gone, at once if it is; gives what takes that back. */
  onGone(fn: () => void): () => void;
}

export type Client<C extends Contract> = {
  [K in keyof C]: C[K] extends { type: 'call'; input: infer I extends z.ZodType; output: infer O extends z.ZodType }
    ? (input: z.input<I>) => Promise<z.output<O>>
    : C[K] extends { type: 'stream'; input: infer I extends z.ZodType; item: infer T extends z.ZodType }
      ? (input: z.input<I>, onItems: (items: z.output<T>[]) => void, onFail?: (error: HostError) => void) => () => void
      : never;
};

export type Handlers<C extends Contract> = {
  [K in keyof C]: C[K] extends { type: 'call'; input: infer I extends z.ZodType; output: infer O extends z.ZodType }
    ? (input: z.output<I>, caller?: Caller) => Promise<z.input<O>> | z.input<O>
    : C[K] extends { type: 'stream'; input: infer I extends z.ZodType; item: infer T extends z.ZodType }
      ? (input: z.output<I>, wake: () => void) => Source<z.input<T>>
      : never;
};

export const Up = z.discriminatedUnion('t', [
  z.object({ t: z.literal('call'), id: z.number(), name: z.string(), input: z.unknown().optional() }),
  z.object({ t: z.literal('open'), id: z.number(), name: z.string(), input: z.unknown().optional() }),
  z.object({ t: z.literal('ack'), id: z.number() }),
  z.object({ t: z.literal('close'), id: z.number() }),
]);
export type Up = z.infer<typeof Up>;

export const Down = z.discriminatedUnion('t', [
  z.object({ t: z.literal('ok'), id: z.number(), value: z.unknown().optional() }),
  z.object({
    t: z.literal('err'),
    id: z.number(),
    code: HostErrorCode,
    message: z.string(),
    data: z.unknown().optional(),
  }),
  z.object({ t: z.literal('batch'), id: z.number(), items: z.array(z.unknown()) }),
]);
export type Down = z.infer<typeof Down>;
