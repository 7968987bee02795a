import { z } from 'zod';
import { LogView } from './exchange.ts';
import { Exit } from './session.ts';

/** Rows of one lane of the overview that lie close together, drawn as one. Microseconds of the session's clock. */
export const OverviewSpan = z.object({
  from: z.number(),
  to: z.number(),
  kind: z.enum(['call', 'error', 'auth', 'stream', 'waiting', 'notice']),
  /** Rows in it. */
  n: z.number(),
});
export type OverviewSpan = z.infer<typeof OverviewSpan>;

/** Three lanes: calls, time waiting for a person, notifications. */
export const OverviewLanes = z.object({
  calls: z.array(OverviewSpan),
  waiting: z.array(OverviewSpan),
  notices: z.array(OverviewSpan),
});
export type OverviewLanes = z.infer<typeof OverviewLanes>;

/** A whole session on three lanes. */
export const Overview = OverviewLanes.extend({
  /** End of the session so far, microseconds of its clock. */
  to: z.number(),
  /** In the view of all servers: the lanes of each, in the order of the list of servers. */
  servers: z.array(OverviewLanes.extend({ sessionId: z.string(), server: z.string() })).optional(),
});
export type Overview = z.infer<typeof Overview>;

/** Sums over the rows of a view; durations in microseconds, over the rows that have one. */
export const TrafficStats = z.object({
  /** Rounds count with their call. */
  rows: z.number(),
  /** Those rounds: rows of their own in the table. */
  rounds: z.number(),
  bytes: z.number(),
  errors: z.number(),
  medianUs: z.number().optional(),
  p95Us: z.number().optional(),
  /** False while older rows are still to be looked at. */
  done: z.boolean(),
});
export type TrafficStats = z.infer<typeof TrafficStats>;

/**
 * How many rows or lines came in each stretch of the last hour. Notifications by level, `progress`, `event`, or `other`
 * where the level is none of the protocol; lines of stderr are all `none`.
 */
export const LogRates = z.object({
  /** Wall clock at the end of the last stretch, milliseconds. */
  until: z.number(),
  everyMs: z.number(),
  levels: z.record(z.string(), z.array(z.number())),
  /** Those of the whole session. */
  totals: z.record(z.string(), z.number()),
});
export type LogRates = z.infer<typeof LogRates>;

/** A session whose folder is on disk, running or ended. Times in milliseconds, wall clock. */
export const KeptSession = z.object({
  id: z.string(),
  serverId: z.string(),
  serverName: z.string(),
  startedAt: z.number(),
  endedAt: z.number().optional(),
  /** Its log belongs to a host that still runs. */
  running: z.boolean(),
  /** How the server was reached. */
  over: z.enum(['stdio', 'http', 'builtin']),
  /** Why it ended, as its session file says, and what its process left. */
  reason: z.string().optional(),
  exit: Exit.optional(),
  bytes: z.number(),
  pinned: z.boolean(),
  /** Its log holds the values of sign-in and cookie headers as they are. */
  headersKept: z.boolean().optional(),
});
export type KeptSession = z.infer<typeof KeptSession>;

/**
 * How far a log that has to be read whole before it can be shown was read: first its bytes, to find the records where
 * they are not known, then its records.
 */
export const ReadProgress = z.object({ unit: z.enum(['bytes', 'records']), read: z.number(), of: z.number() });
export type ReadProgress = z.infer<typeof ReadProgress>;

/** A record of some session that holds the words looked for. */
export const SearchHit = z.object({
  sessionId: z.string(),
  serverId: z.string(),
  serverName: z.string(),
  seq: z.number(),
  /** Wall clock, microseconds. */
  t: z.number(),
  k: z.string(),
  dir: z.enum(['in', 'out']).optional(),
  method: z.string().optional(),
  /** The text around the first place, and where the words are in it, characters. */
  text: z.string(),
  at: z.number(),
  length: z.number(),
});
export type SearchHit = z.infer<typeof SearchHit>;

/** One step of what happened around a request (S11). */
export const ThreadStep = z.object({
  kind: z.enum([
    'started',
    'sent',
    'progress',
    'log',
    'ask',
    'waiting',
    'reply',
    'retry',
    'task',
    'note',
    'result',
    'future',
  ]),
  title: z.string(),
  /** A short technical word beside the title: an id, a status. */
  detail: z.string().optional(),
  text: z.string().optional(),
  tone: z.enum(['ok', 'warn', 'error']).optional(),
  /** Microseconds since the request was sent. */
  after: z.number(),
  /** The record that carries it, and the place inside its message that is worth showing. */
  seq: z.number().optional(),
  path: z.array(z.string()).optional(),
  count: z.number().optional(),
  progress: z.object({ value: z.number(), total: z.number().optional() }).optional(),
  /** How long it waited for a person, microseconds. */
  waitedUs: z.number().optional(),
  /** Of a reply that no message carries, since the call is only sent again or not: to which question, and which. */
  reply: z.object({ key: z.string(), action: z.enum(['accept', 'decline', 'cancel']) }).optional(),
  /** What a collapsed step stands for, the newest 20. */
  items: z.array(z.object({ after: z.number(), text: z.string(), seq: z.number() })).optional(),
});
export type ThreadStep = z.infer<typeof ThreadStep>;

/** A protocol check that was made for an exchange and found nothing. */
export const PassedCheck = z.object({ rule: z.string(), text: z.string(), ref: z.string().optional() });
export type PassedCheck = z.infer<typeof PassedCheck>;

/** One stretch of the time a request took; `name` to `tls` are the way to the address. Microseconds since it was sent. */
export const TimingPhase = z.object({
  what: z.enum([
    'name',
    'tcp',
    'tls',
    'sending',
    'first',
    'receiving',
    'server',
    'person',
    'rule',
    'provider',
    'script',
    'task',
  ]),
  from: z.number(),
  to: z.number(),
  /** Of which request of a call that took several, from 1. */
  round: z.number().optional(),
});
export type TimingPhase = z.infer<typeof TimingPhase>;

/** Log views whose rows can be counted over time. */
export const RatedView = LogView.extract(['notices', 'stderr']);
export type RatedView = z.infer<typeof RatedView>;

/** A place in a payload that holds what was looked for, with the text around it. */
export const BodyHit = z.object({
  /** Bytes from the start of the payload. */
  at: z.number(),
  before: z.string(),
  match: z.string(),
  after: z.string(),
});
export type BodyHit = z.infer<typeof BodyHit>;
