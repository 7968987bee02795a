import { z } from 'zod';
import { ToolAsker } from './approvals.ts';
import { Finding } from './records.ts';

export const ExchangeStatus = z.enum([
  'open',
  'complete',
  'tool-error',
  'error',
  'input-required',
  'task',
  'stopped',
  'timed-out',
  'lost',
]);
export type ExchangeStatus = z.infer<typeof ExchangeStatus>;

/** One JSON-RPC request and its answer, derived from records. Times in microseconds. */
export const Exchange = z.object({
  id: z.string(),
  /** Who asked. */
  origin: z.enum(['client', 'server']),
  method: z.string(),
  /** Tool, prompt, uri or task the request is about. */
  name: z.string().optional(),
  rpcId: z.union([z.string(), z.number()]),
  status: ExchangeStatus,
  /** Who started it, where no person did by hand. Logs of older versions do not tell. */
  by: ToolAsker.optional(),
  requestSeq: z.number(),
  responseSeq: z.number().optional(),
  /** Records of answers that came after the first one, which alone counts; the first 20. */
  moreAnswers: z.array(z.number()).optional(),
  /** Record of a later request with the same id: from then on no answer could be told to be for this one. */
  idTakenBy: z.number().optional(),
  /** HTTP exchange id, `stdio` otherwise. */
  ch: z.string(),
  startedAt: z.number(),
  /** Without the time spent waiting for a person. */
  tookUs: z.number().optional(),
  /** Time spent waiting for a person. */
  waitedUs: z.number().optional(),
  errorCode: z.number().optional(),
  errorMessage: z.string().optional(),
  bytesOut: z.number(),
  bytesIn: z.number(),
  noticeSeqs: z.array(z.number()),
  findings: z.array(Finding),
  /** A listing that was compared with the one before it, and found to be the same. */
  steady: z.literal(true).optional(),
});
export type Exchange = z.infer<typeof Exchange>;

/** One request of a call that took several. */
export const CallRound = Exchange.pick({
  id: true,
  rpcId: true,
  status: true,
  requestSeq: true,
  responseSeq: true,
  moreAnswers: true,
  bytesOut: true,
  bytesIn: true,
  tookUs: true,
  waitedUs: true,
  errorCode: true,
  errorMessage: true,
});
export type CallRound = z.infer<typeof CallRound>;

export const TrafficKind = z.enum(['call', 'ask', 'notice', 'stream', 'http', 'auth', 'noise']);
export type TrafficKind = z.infer<typeof TrafficKind>;

/** One row of the Traffic table: summary columns only. `row` is its place in arrival order, from 0. */
export const TrafficRow = z.object({
  row: z.number(),
  /** Grows with each change of the row. */
  rev: z.number(),
  seq: z.number(),
  kind: TrafficKind,
  /** Row number of the exchange this one belongs to. */
  parent: z.number().optional(),
  exchangeId: z.string().optional(),
  /** Of a call: who started it, where no person did by hand. */
  by: ToolAsker.optional(),
  /** Wall clock, microseconds. */
  t: z.number(),
  m: z.number(),
  method: z.string(),
  name: z.string().optional(),
  /** One short line of content: log text, uri, banner. */
  preview: z.string().optional(),
  status: z.string(),
  /** Without the time spent waiting for a person. */
  tookUs: z.number().optional(),
  waitedUs: z.number().optional(),
  bytes: z.number(),
  /** Of a notification: that of the request it belongs to. */
  rpcId: z.union([z.string(), z.number()]).optional(),
  dir: z.enum(['in', 'out']),
  level: z.string().optional(),
  logger: z.string().optional(),
  /** Worst finding on the row. */
  worst: z.enum(['info', 'warn', 'error']).optional(),
  /** Status of the HTTP response that the row is of, or that carried its answer. */
  http: z.number().optional(),
  /** What the answer of a call holds, and whether it told of its progress. */
  has: z.array(z.enum(['structured', 'image', 'progress'])).optional(),
  /** Why rows are folded under this one: rounds and asks of a call, progress of a request, identical calls. */
  group: z.enum(['rounds', 'progress', 'same']).optional(),
  /** Rows folded under this one; the row itself is not among them. */
  members: z.number().optional(),
  /** What a folded row and those under it come to, such as `3 updates, last 3 of 4`. */
  summary: z.string().optional(),
  /** Of a row that updates or repeated requests are folded under: what they come to with it. */
  sums: z
    .object({
      bytes: z.number(),
      bytesOut: z.number().optional(),
      bytesIn: z.number().optional(),
      tookUs: z.number().optional(),
    })
    .optional(),
  /** Worst finding or failure among the rows folded under this one. */
  membersWorst: z.enum(['info', 'warn', 'error']).optional(),
  /** Row number of the one this is folded under; `parent` alone only says what it belongs to. */
  under: z.number().optional(),
  /** Its place among the rows folded under the same one, from 1. */
  nth: z.number().optional(),
  /** In a view that folds: whether its members are shown below it. */
  opened: z.boolean().optional(),
  /** Until the first byte of the answer (HTTP: its head), microseconds. */
  firstUs: z.number().optional(),
  /** Until the last byte of the request was handed to the system, microseconds; absent where that took next to nothing. */
  sentUs: z.number().optional(),
  /** Parts of `bytes`; absent where all of it went the way of `dir`. */
  bytesOut: z.number().optional(),
  bytesIn: z.number().optional(),
  taskId: z.string().optional(),
  /** Of a poll (`tasks/get`): the state that the task was in, of a folded row that of the newest poll. */
  taskStatus: z.string().optional(),
  /** Notifications on a stream, or calls folded under this one: newest 64, microseconds of the session's clock; within 10 ms one. */
  ticks: z.array(z.number()).optional(),
  /** How many times a stream was asked for, where it was lost and tried again. */
  tries: z.number().optional(),
  /** A notification that came on a stream, and is not about one call. */
  onStream: z.literal(true).optional(),
  /** In the view of all servers: whose row it is. */
  sessionId: z.string().optional(),
  server: z.string().optional(),
});
export type TrafficRow = z.infer<typeof TrafficRow>;

/** One line of the wire, stderr or client view. `row` is its place in that view, from 0. Text over 2,000 characters is cut. */
export const LineRow = z.object({
  row: z.number(),
  seq: z.number(),
  t: z.number(),
  k: z.enum(['frame', 'noise', 'stderr', 'http', 'note']),
  dir: z.enum(['in', 'out']).optional(),
  text: z.string(),
  bytes: z.number(),
  cut: z.boolean().optional(),
  /** The last characters of a message that is cut, where its payload is in the line: its id may stand there. */
  tail: z.string().optional(),
  level: z.enum(['debug', 'info', 'warn', 'error']).optional(),
  /** Of what is no message: bytes before it in the output of its process. */
  at: z.number().optional(),
  /** Id of the HTTP exchange that it is a part of; absent on a pipe. */
  ch: z.string().optional(),
  /** What of an HTTP exchange a line of kind `http` is. */
  http: z.enum(['request', 'response', 'chunk', 'error']).optional(),
  /** Worst finding on its record that is more than a remark. */
  worst: z.enum(['warn', 'error']).optional(),
});
export type LineRow = z.infer<typeof LineRow>;

/**
 * In the place of a session's id: the traffic of the current session of every server in one view, in order of time. Its
 * rows have numbers of their own, name their session and server, and tell times by one clock. Known to `log.page`,
 * `log.place`, `log.search`, `log.overview`, `log.stats`, `log.counts` and `watch.log`.
 */
export const ALL_SERVERS = '*';

export const LogView = z.enum(['wire', 'traffic', 'stderr', 'notices', 'client']);
export type LogView = z.infer<typeof LogView>;

/** Columns traffic rows can be sorted by; absent order is that of arrival. */
export const SortKey = z.enum([
  'row',
  'time',
  'kind',
  'method',
  'status',
  'size',
  'took',
  'server',
  'http',
  'id',
  'sent',
  'received',
  'task',
  'first',
]);
export type SortKey = z.infer<typeof SortKey>;

/** What a watcher or a page of a log view shows; evaluated in the host. Each part given narrows it. */
export const LogFilter = z.object({
  text: z.string().optional(),
  /** In the language of docs/filter-language.md. Its words are looked for in payloads as well, in traffic and notices. */
  query: z.string().max(1000).optional(),
  /** In a line view `http` and `noise` name lines of that kind; the other kinds name none. */
  kinds: z.array(TrafficKind).optional(),
  errorsOnly: z.boolean().optional(),
  /** A row without a level counts as `none`. */
  levels: z.array(z.string()).optional(),
  /** Whole method names. */
  methods: z.array(z.string()).optional(),
  /** Whole names as rows have them: tool, prompt, address or task, the first 200 characters. */
  names: z.array(z.string()).optional(),
  dir: z.enum(['in', 'out']).optional(),
  /** Traffic rows that were under way between these times, microseconds of the session's clock. */
  between: z.object({ from: z.number(), to: z.number() }).optional(),
  sort: z.object({ by: SortKey, desc: z.boolean() }).optional(),
  /** Present: members of a row are shown right below it, and only where it is opened. Row numbers opened or closed by hand. */
  tree: z.object({ opened: z.array(z.number()).max(10_000), closed: z.array(z.number()).max(10_000) }).optional(),
});
export type LogFilter = z.infer<typeof LogFilter>;
