import { z } from 'zod';
import { AllowedTools, ApprovalFacts } from './approvals.ts';
import { CatalogKind } from './catalog-kind.ts';
import { ServerConfig, Settings } from './config.ts';
import { DriftMark } from './drift.ts';
import { RuleBook, RuleMark } from './reply-rules.ts';
import { Session } from './session.ts';
import { Trial } from './trials.ts';

/** A server of the rail with its newest session, if it had one since the host started. */
export const ServerEntry = z.object({
  id: z.string(),
  config: ServerConfig,
  sessionId: z.string().optional(),
  order: z.number(),
  /** It will be started again by itself at this time (wall clock, milliseconds), for the n-th time in a row. */
  retry: z.object({ at: z.number(), n: z.number() }).optional(),
  /** Why it is not started again by itself any more, a sentence. */
  gaveUp: z.string().optional(),
  /** A watched file that changed since it started, relative to the working folder. */
  changed: z.string().optional(),
  /** Definitions that differ from what was accepted of it, at most 500. */
  drift: z.array(DriftMark).optional(),
});
export type ServerEntry = z.infer<typeof ServerEntry>;

export const OperationStatus = z.enum(['running', 'waiting', 'polling', 'done', 'failed', 'cancelled']);
export type OperationStatus = z.infer<typeof OperationStatus>;

/** Whether an operation with this status has ended. */
export function isOperationOver(status: OperationStatus): boolean {
  return status === 'done' || status === 'failed' || status === 'cancelled';
}

/** What went wrong in an operation. `local` marks our own fault or limit, never the server's. */
export const OperationFault = z.object({
  kind: z.enum(['protocol', 'timeout', 'lost', 'http', 'local', 'cancelled']),
  code: z.number().optional(),
  message: z.string(),
  todo: z.string().optional(),
  data: z.unknown().optional(),
});
export type OperationFault = z.infer<typeof OperationFault>;

/** One user intent, however many messages it needs. Its result is fetched by `operation.result`. */
export const Operation = z.object({
  id: z.string(),
  sessionId: z.string(),
  verb: z.string(),
  label: z.string(),
  status: OperationStatus,
  /** Wall clock, milliseconds. */
  startedAt: z.number(),
  endedAt: z.number().optional(),
  /** Time spent waiting for a person, milliseconds. */
  waitedMs: z.number(),
  exchangeIds: z.array(z.string()),
  progress: z.object({ value: z.number(), total: z.number().optional(), message: z.string().optional() }).optional(),
  progressCount: z.number(),
  noticeCount: z.number(),
  taskId: z.string().optional(),
  /**
   * The time limit that strikes first, absent where there is none: silence, or the time in all. `endsAt` is wall clock,
   * milliseconds; while the clock stands still `leftMs` tells what is left.
   */
  limit: z
    .object({ which: z.enum(['idle', 'total']), endsAt: z.number().optional(), leftMs: z.number().optional() })
    .optional(),
  /** It was asked to stop, and the server has the last word on that (tasks). */
  stopping: z.boolean().optional(),
  /** The answer that came after it had been given up: record, size in bytes, wall clock in milliseconds. */
  late: z
    .object({
      at: z.number(),
      seq: z.number(),
      bytes: z.number(),
      toolError: z.boolean().optional(),
      fault: OperationFault.optional(),
    })
    .optional(),
  /** The result itself is an error by the tool's own word (`isError`). */
  toolError: z.boolean().optional(),
  /** Size of the result on the wire, bytes, and the record that carried it. */
  resultBytes: z.number().optional(),
  resultSeq: z.number().optional(),
  fault: OperationFault.optional(),
  /** Of a resource that was read: equal where its contents are; absent for large ones. */
  contentsPrint: z.string().optional(),
  rounds: z.number(),
});
export type Operation = z.infer<typeof Operation>;

export const PendingKind = z.enum(['form', 'url', 'sampling', 'roots', 'approval']);
export type PendingKind = z.infer<typeof PendingKind>;

/** Who answered what a server asked: a person, a rule by itself, a script, or a model provider that a rule asked. */
export const Answerer = z.enum(['person', 'rule', 'script', 'provider']);
export type Answerer = z.infer<typeof Answerer>;

/** Something a server wants from a person. */
export const PendingInput = z.object({
  id: z.string(),
  sessionId: z.string(),
  serverId: z.string(),
  kind: PendingKind,
  method: z.string(),
  /** `app`: no server asks, this app does (approvals). */
  via: z.enum(['server-request', 'input-required', 'task', 'app']),
  /** Key in `inputRequests` (modern era). */
  key: z.string().optional(),
  params: z.record(z.string(), z.unknown()),
  /** Characters the params have as JSON, when they are too large to be mirrored: `params` is a shortened copy then. */
  cutFrom: z.number().optional(),
  operationId: z.string().optional(),
  /** False when the era does not say which operation asked, and several ran. */
  operationCertain: z.boolean(),
  taskId: z.string().optional(),
  /** Which round of the call asks, from 1, where that is known. */
  round: z.number().optional(),
  /** The same for the asks of one round, where there are several: their replies travel together. */
  group: z.string().optional(),
  createdAt: z.number(),
  /** `left-out`: the other replies of its round were sent without one to it. */
  status: z.enum(['waiting', 'accepted', 'declined', 'cancelled', 'left-out', 'expired']),
  answeredAt: z.number().optional(),
  answeredBy: Answerer.optional(),
  /** When the person last opened the page that the server wants visited, wall clock, milliseconds. */
  openedAt: z.number().optional(),
  /** When the server was told that the person agrees; they are still at the page, and the call goes on when that is done. */
  consentedAt: z.number().optional(),
  /** The tool whose call asks, where that is certain. */
  tool: z.string().optional(),
  /** Of the form's schema as it was sent, as rules keep it: SHA-256 of its canonical JSON. */
  schemaHash: z.string().optional(),
  /** The reply rule that answered, or is about to. */
  rule: RuleMark.optional(),
  /** When a rule with a delay answers, wall clock, milliseconds. */
  ruleDueAt: z.number().optional(),
  /** Why the rule could not answer, in plain words: a person is asked. */
  ruleFailed: z.string().optional(),
  /** The rule that no longer counts, because the schema changed since it was made. */
  ruleMissed: RuleMark.optional(),
  /** The rule that answers no more, because it has answered this often within the call. */
  ruleStopped: RuleMark.extend({ answers: z.number() }).optional(),
  /** How many roots the server was told of by itself, as the settings say. */
  rootsSent: z.number().optional(),
  /** When the server said that the page it sent a person to has done its work, wall clock, milliseconds. */
  doneAt: z.number().optional(),
  /** Of an approval: who wants to run the tool. */
  approval: ApprovalFacts.optional(),
  /** Why it expired without an answer, in plain words. */
  closedBecause: z.string().optional(),
});
export type PendingInput = z.infer<typeof PendingInput>;

/** The id of a catalog: one per session and kind. */
export function catalogId(sessionId: string, kind: CatalogKind): string {
  return `${sessionId}:${kind}`;
}

/** Head of a list the server offers; the items are fetched by `catalog.items` when `rev` changes. */
export const Catalog = z.object({
  id: z.string(),
  sessionId: z.string(),
  kind: CatalogKind,
  status: z.enum(['unknown', 'loading', 'ready', 'failed', 'unsupported']),
  count: z.number(),
  rev: z.number(),
  /** Within one epoch items are only added at the end. */
  epoch: z.number(),
  /** It changed on the server since, or could not be read again. */
  stale: z.boolean(),
  /** Wall clock, milliseconds: when it was read from its start, and since when a reading is under way. */
  fetchedAt: z.number().optional(),
  readingSince: z.number().optional(),
  ttlMs: z.number().optional(),
  /** By what the server said of each page, wall clock, milliseconds. */
  freshUntil: z.number().optional(),
  cacheScope: z.string().optional(),
  /** Pages that were read. */
  pages: z.number(),
  /** Set when the list goes on at the server. */
  nextCursor: z.string().optional(),
  refused: z.array(z.object({ name: z.string(), reason: z.string() })),
  error: z.string().optional(),
  /** When `error` came, wall clock, milliseconds. */
  failedAt: z.number().optional(),
  /** Record of the last answer. */
  answerSeq: z.number().optional(),
  /** The list was read although the server does not declare it. */
  undeclared: z.boolean().optional(),
});
export type Catalog = z.infer<typeof Catalog>;

/** Whether reading a list came to an end, a failure or a refusal included. */
export function isListRead({ status }: Pick<Catalog, 'status'>): boolean {
  return status !== 'unknown' && status !== 'loading';
}

/** Long-running work at the server (tasks of the legacy era, the tasks extension of the modern one). Times in milliseconds. */
export const TaskInfo = z.object({
  id: z.string(),
  sessionId: z.string(),
  origin: z.string(),
  status: z.enum(['working', 'input_required', 'completed', 'failed', 'cancelled', 'expired', 'unknown']),
  message: z.string().optional(),
  /** By the server's clock, which may be wrong. */
  createdAt: z.number(),
  updatedAt: z.number(),
  /** When this app first heard of it, by its own clock; also in a session before this one. */
  seenAt: z.number(),
  /** How long the server keeps it; null: without limit; absent: it does not say. */
  ttlMs: z.number().nullable().optional(),
  pollEveryMs: z.number().optional(),
  polls: z.number(),
  /** Absent when nothing polls it. */
  nextPollAt: z.number().optional(),
  /** A cancel was asked for then; the status says what came of it. */
  cancelAskedAt: z.number().optional(),
  /** The earlier session that started it. */
  startedIn: z.string().optional(),
  /** Changes of status or message, oldest first, with the record that told. */
  history: z.array(
    z.object({ at: z.number(), status: z.string(), message: z.string().optional(), seq: z.number().optional() }),
  ),
  /** The operation that follows it to its end. */
  operationId: z.string().optional(),
  /** The operation that fetched its result, where that is another one. */
  resultOperationId: z.string().optional(),
});
export type TaskInfo = z.infer<typeof TaskInfo>;

/** Everything small that the page mirrors: topic to entity. */
export const entities = {
  server: ServerEntry,
  session: Session,
  operation: Operation,
  pending: PendingInput,
  catalog: Catalog,
  task: TaskInfo,
  settings: Settings,
  rules: RuleBook,
  trial: Trial,
  allowed: AllowedTools,
} as const;

export type Topic = keyof typeof entities;
export type EntityOf<T extends Topic> = z.infer<(typeof entities)[T]>;

const put = <T extends Topic>(topic: T) =>
  z.object({ op: z.literal('put'), topic: z.literal(topic), id: z.string(), value: entities[topic] });

/** A change of the mirrored state. `reset` comes first: forget everything, a snapshot follows. */
export const StateChange = z.union([
  z.object({ op: z.literal('reset') }),
  put('server'),
  put('session'),
  put('operation'),
  put('pending'),
  put('catalog'),
  put('task'),
  put('settings'),
  put('rules'),
  put('trial'),
  put('allowed'),
  z.object({
    op: z.literal('drop'),
    topic: z.enum(Object.keys(entities) as [Topic, ...Topic[]]), // keys of a constant object
    id: z.string(),
  }),
]);
export type StateChange = z.infer<typeof StateChange>;
