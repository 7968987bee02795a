import { z } from 'zod';

/** Where a payload lies: in the line itself, or in a file of the session folder when it is over 1 MiB. */
export const BodyRef = z.object({ file: z.string(), bytes: z.number(), sha256: z.string() });
export type BodyRef = z.infer<typeof BodyRef>;

const stamp = {
  /** Number of the record in its session, from 1, without gaps. */
  seq: z.number(),
  /** Wall clock, microseconds since 1970. */
  t: z.number(),
  /** Monotonic clock, microseconds since the session began. */
  m: z.number(),
};

/** `text` is exact; with `b64` the bytes are not UTF-8; with `body` the text is only the first 4 KiB. */
const payload = {
  text: z.string().optional(),
  b64: z.string().optional(),
  body: BodyRef.optional(),
  /** True when no newline followed: cut at a pause, a carriage return, a limit, or the end of the stream. */
  open: z.boolean().optional(),
};

export const HeaderList = z.array(z.tuple([z.string(), z.string()]));
export type HeaderList = z.infer<typeof HeaderList>;

/** One JSON-RPC line or body, either way. `ch` is `stdio` or the id of the HTTP exchange that carried it. */
export const FrameRecord = z.object({
  ...stamp,
  k: z.literal('frame'),
  dir: z.enum(['out', 'in']),
  ch: z.string(),
  ...payload,
});
export type FrameRecord = z.infer<typeof FrameRecord>;

/** Something on the message channel that is no message (a banner on stdout, an HTML page). */
export const NoiseRecord = z.object({
  ...stamp,
  k: z.literal('noise'),
  ch: z.string(),
  /** Bytes before it in the output of the process, where it came from one. */
  at: z.number().optional(),
  ...payload,
});
export type NoiseRecord = z.infer<typeof NoiseRecord>;
export const StderrRecord = z.object({ ...stamp, k: z.literal('stderr'), ...payload });
export type StderrRecord = z.infer<typeof StderrRecord>;

/** How the connection of an HTTP request came about, in microseconds; what was not measured is absent. */
export const HttpTiming = z.object({
  /** The request went out on a connection that was open already: there is nothing else to tell. */
  reused: z.boolean(),
  dnsUs: z.number().optional(),
  tcpUs: z.number().optional(),
  tlsUs: z.number().optional(),
  /** From the start until its last byte was handed to the system. */
  sentUs: z.number().optional(),
});
export type HttpTiming = z.infer<typeof HttpTiming>;

export const HttpRecord = z.object({
  ...stamp,
  k: z.literal('http'),
  ch: z.string(),
  what: z.enum(['request', 'response', 'chunk', 'end', 'error']),
  method: z.string().optional(),
  url: z.string().optional(),
  status: z.number().optional(),
  statusText: z.string().optional(),
  httpVersion: z.string().optional(),
  /** In wire order and case. */
  headers: HeaderList.optional(),
  /** On the head of an answer. */
  timing: HttpTiming.optional(),
  ...payload,
});
export type HttpRecord = z.infer<typeof HttpRecord>;

/** Our own doing: a state change, a user's intent, dropped data. `text` is plain words. */
export const NoteRecord = z.object({
  ...stamp,
  k: z.literal('note'),
  what: z.string(),
  text: z.string(),
  level: z.enum(['debug', 'info', 'warn', 'error']),
  data: z.unknown().optional(),
});
export type NoteRecord = z.infer<typeof NoteRecord>;

/** The atom of everything: one thing seen on or beside the wire, in order, never changed. The file line is this. */
export const WireRecord = z.discriminatedUnion('k', [FrameRecord, NoiseRecord, StderrRecord, HttpRecord, NoteRecord]);
export type WireRecord = z.infer<typeof WireRecord>;

/** A record before it is numbered and timed. */
export type RecordDraft = WireRecord extends infer R
  ? R extends WireRecord
    ? Omit<R, 'seq' | 't' | 'm'>
    : never
  : never;

export const Severity = z.enum(['info', 'warn', 'error']);
export type Severity = z.infer<typeof Severity>;

/** A protocol remark about one record; rule is an id of PROTOCOL.md such as `STD-05`. */
export const Finding = z.object({
  rule: z.string(),
  severity: Severity,
  seq: z.number(),
  text: z.string(),
  /** Where the specification says so, for example `2026-07-28 basic/transports/stdio`. */
  ref: z.string().optional(),
});
export type Finding = z.infer<typeof Finding>;
