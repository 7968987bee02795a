import { z } from 'zod';
import { CallRound, Exchange, LogFilter, LogView } from './exchange.ts';
import { LogExport, LogExportOrder, LogExportPart } from './log-export.ts';
import { Body, HttpView, LogPage, RowAt } from './log-views.ts';
import { Finding } from './records.ts';
import { call } from './rpc.ts';
import { Session } from './session.ts';
import {
  BodyHit,
  KeptSession,
  LogRates,
  Overview,
  PassedCheck,
  RatedView,
  ReadProgress,
  SearchHit,
  ThreadStep,
  TimingPhase,
  TrafficStats,
} from './traffic.ts';

const SessionRef = z.object({ sessionId: z.string() });

/** The calls of the contract that read what was recorded: logs, exchanges, and sessions that earlier runs left. */
export const logCalls = {
  'log.page': call(
    z.object({
      sessionId: z.string(),
      view: LogView,
      from: z.number().int().min(0),
      count: z.number().int().min(1).max(1000),
      filter: LogFilter.optional(),
    }),
    LogPage,
  ),
  'log.body': call(
    z.object({
      sessionId: z.string(),
      seq: z.number().int().min(1),
      from: z.number().int().min(0).default(0),
      bytes: z.number().int().min(1).max(4_194_304).default(1_048_576),
    }),
    Body,
  ),
  /** Looks through one payload, without regard to case and however its JSON writes the text; go on from `next`. */
  'log.searchBody': call(
    z.object({
      sessionId: z.string(),
      seq: z.number().int().min(1),
      text: z.string().min(1).max(1000),
      from: z.number().int().min(0).default(0),
      limit: z.number().int().min(1).max(500),
    }),
    z.object({ hits: z.array(BodyHit), next: z.number().optional() }),
  ),
  'log.search': call(
    z.object({
      sessionId: z.string(),
      view: LogView,
      text: z.string().min(1).max(1000),
      after: z.number().int().min(-1),
      limit: z.number().int().min(1).max(1000),
    }),
    z.object({ rows: z.array(z.number()), done: z.boolean() }),
  ),
  /** Writes a part of a session's log for another program into a file of the data folder. */
  'log.export': call(LogExportOrder, LogExport),
  'log.exportPart': call(
    z.object({
      name: z.string().max(255),
      from: z.number().int().min(0),
      bytes: z.number().int().min(16).max(4_194_304).default(1_048_576),
    }),
    LogExportPart,
  ),
  /** The session on three lanes, each with at most `spans` spans. With `ALL_SERVERS` those of every server too. */
  'log.overview': call(
    z.object({ sessionId: z.string(), spans: z.number().int().min(1).max(2000), filter: LogFilter.optional() }),
    Overview,
  ),
  'log.stats': call(z.object({ sessionId: z.string(), filter: LogFilter.optional() }), TrafficStats),
  'log.rates': call(
    z.object({
      sessionId: z.string(),
      view: RatedView,
      everyMs: z.number().int().min(1000).max(3_600_000).multipleOf(1000),
      count: z.number().int().min(1).max(600),
    }),
    LogRates,
  ),
  /**
   * The newest row of Traffic that had begun when a record came, the one it belongs to, and its line in the stderr view;
   * absent where there is none.
   */
  'log.rowNear': call(
    z.object({ sessionId: z.string(), seq: z.number().int().min(0) }),
    z.object({ row: z.number().optional(), own: z.number().optional(), line: z.number().optional() }),
  ),
  /**
   * A row, and where it stands in a form of the traffic view; absent where there is none, or that does not show it. Of a
   * line of the wire only the place is told.
   */
  'log.place': call(
    z.object({
      sessionId: z.string(),
      view: z.enum(['traffic', 'wire']).optional(),
      row: z.number().int().min(0),
      filter: LogFilter.optional(),
    }),
    RowAt,
  ),
  /**
   * The failed row that comes next after `from` in a form of the traffic view, with `back` the one before it; without
   * `from` the first or the last one. Rows that are folded away are looked at too, they have no place.
   */
  'log.nextFailed': call(
    z.object({
      sessionId: z.string(),
      from: z.number().int().min(0).optional(),
      back: z.boolean().optional(),
      filter: LogFilter.optional(),
    }),
    RowAt,
  ),
  /** How much is in a session's views; those of a running session are told by its entity too. */
  'log.counts': call(SessionRef, Session.shape.counts),
  /** What of a session's log is missing, or may be, in plain words, and its folder. Nothing is said of a log that is whole. */
  'log.damage': call(SessionRef, z.object({ text: z.string().optional(), folder: z.string() })),
  /** Sessions whose folders are on disk, newest first; any of them can be read by the log calls. */
  'session.kept': call(z.object({ serverId: z.string().optional() }), z.object({ sessions: z.array(KeptSession) })),
  /** How far the opening of a session's log is; nothing when it is open, or nobody has asked for it. */
  'session.opening': call(SessionRef, z.object({ progress: ReadProgress.optional() })),
  /** Looks through the payloads of all kept sessions, newest first, a part at a time: go on with `next`. */
  'log.searchAll': call(
    z.object({
      text: z.string().min(1).max(1000),
      next: z.string().optional(),
      limit: z.number().int().min(1).max(500),
    }),
    z.object({
      hits: z.array(SearchHit),
      /** Those that the hits are of. */
      sessions: z.array(KeptSession),
      next: z.string().optional(),
      /** Sessions of this part that could not be read. */
      unread: z.number(),
      /** Bytes looked through so far, of all. */
      through: z.number(),
      of: z.number(),
    }),
  ),
  /** Remarks on one record, also where no exchange carries them, such as a stray line. */
  'log.findings': call(
    z.object({ sessionId: z.string(), seq: z.number().int().min(1) }),
    z.object({ findings: z.array(Finding) }),
  ),
  'exchange.get': call(
    z.object({ sessionId: z.string(), exchangeId: z.string() }),
    z.object({ exchange: Exchange, http: z.array(HttpView) }),
  ),
  /** HTTP of the exchange that a record is part of: a GET stream, a sign-in request. */
  'exchange.http': call(
    z.object({ sessionId: z.string(), seq: z.number().int().min(1) }),
    z.object({ http: z.array(HttpView) }),
  ),
  /** What happened around a request and how long it took, which checks it passed, and what only they found. */
  'exchange.thread': call(
    z.object({ sessionId: z.string(), exchangeId: z.string() }),
    z.object({
      steps: z.array(ThreadStep),
      phases: z.array(TimingPhase),
      passed: z.array(PassedCheck),
      found: z.array(Finding),
      /** Of a call that took several requests: all of them in order, at most the newest 200. */
      rounds: z.array(CallRound).optional(),
    }),
  ),
} as const;
