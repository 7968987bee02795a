import { z } from 'zod';
import { approvalCalls, ToolAsker } from './approvals.ts';
import { Detection, ExportPlan, ExportText, FoundConfig } from './candidates.ts';
import { CatalogKind } from './catalog-kind.ts';
import { ComparePart, CompareSide, Comparison } from './compare.ts';
import { ClientId, Endpoint, ServerConfig, Settings, SettingsPatch } from './config.ts';
import { DriftItem } from './drift.ts';
import { earlierCalls } from './earlier.ts';
import { StateChange } from './entities.ts';
import { LogFilter, LogView } from './exchange.ts';
import { FixAction } from './fix.ts';
import { iconCalls } from './icons.ts';
import { isObject, type JsonObject } from './json.ts';
import { logCalls } from './log-calls.ts';
import { LogEvent } from './log-views.ts';
import { providerCalls } from './providers.ts';
import { MOST_RULES, ReplyRule, replyRuleCalls } from './reply-rules.ts';
import { rootCalls } from './roots.ts';
import { call, stream } from './rpc.ts';
import { savedReplyCalls } from './saved-replies.ts';
import { EnvEntry, Failure, LaunchFacts } from './session.ts';
import { trialCalls } from './trials.ts';
import { verbs } from './verbs.ts';

const SessionRef = z.object({ sessionId: z.string() });
const Nothing = z.void();

/** Where a new secret is kept, with a plain sentence for the person who enters one. */
export const SecretPlace = z.object({ in: z.enum(['keychain', 'keyring', 'file']), text: z.string() });
export type SecretPlace = z.infer<typeof SecretPlace>;

/** What this shell can do; shell differences are data, not branches. */
export const AppInfo = z.object({
  product: z.string(),
  version: z.string(),
  shell: z.enum(['desktop', 'browser']),
  platform: z.string(),
  dataDir: z.string(),
  /** It is not the place that the command line takes by itself. */
  dataDirChosen: z.boolean().optional(),
  home: z.string(),
  /** `keychain`: secrets are encrypted by the operating system. */
  can: z.object({
    openExternal: z.boolean(),
    openFiles: z.boolean(),
    pickFolders: z.boolean(),
    keychain: z.boolean(),
  }),
  secrets: SecretPlace,
});
export type AppInfo = z.infer<typeof AppInfo>;

/** What would run for an endpoint, looked up but not started. */
export const LaunchPreview = z.object({
  /** Absolute program and arguments; the program as written when it was not found. */
  command: z.array(z.string()),
  cwd: z.string(),
  foundIn: z.string().optional(),
  foundBy: LaunchFacts.shape.foundBy,
  env: z.array(EnvEntry),
  heldBack: LaunchFacts.shape.heldBack,
  notes: LaunchFacts.shape.notes,
  problems: z.array(Failure),
});
export type LaunchPreview = z.infer<typeof LaunchPreview>;

/** One process of a server's tree, as the system shows it. */
export const ProcessFacts = z.object({
  pid: z.number(),
  ppid: z.number(),
  command: z.string(),
  /** Processor time used so far, milliseconds. */
  cpuMs: z.number().optional(),
  /** Resident memory, bytes. */
  memory: z.number().optional(),
  upMs: z.number().optional(),
});
export type ProcessFacts = z.infer<typeof ProcessFacts>;

export const OperationResult = z.object({
  /** Exact JSON text of the `result` member as the server sent it; only its beginning when it is larger than asked. */
  text: z.string(),
  bytes: z.number(),
  more: z.boolean(),
  seq: z.number(),
  /** Where the text begins in the payload of the record, bytes; absent where it is no part of it (an answer in a batch). */
  at: z.number().optional(),
});
export type OperationResult = z.infer<typeof OperationResult>;

export const SchemaProblem = z.object({
  path: z.string(),
  message: z.string(),
  keyword: z.string(),
  /** What mends it without a doubt: another value for its place, or without one that the place goes. */
  mend: z.object({ value: z.unknown().optional() }).optional(),
});
export type SchemaProblem = z.infer<typeof SchemaProblem>;

/** A server that is started without being saved. With the id of a saved one, `config` replaces its settings this once. */
export const StartWith = z.object({
  config: ServerConfig.partial({
    id: true,
    name: true,
    era: true,
    claims: true,
    timeouts: true,
    maxLineBytes: true,
  }),
  /** Values of the config's secret names, for this session only; never written down. */
  secrets: z.record(z.string(), z.string()).default({}),
  /** Instead of the roots of the settings. */
  roots: Settings.shape.roots.unwrap().optional(),
  /** Reply rules of this session, instead of those of the profile that counts. */
  rules: z.array(ReplyRule).max(MOST_RULES).optional(),
});
export type StartWith = z.infer<typeof StartWith>;

/** How a person answered. For sampling and roots the content is the result object itself. */
export const PendingReply = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('accept'),
    content: z.record(z.string(), z.unknown()).optional(),
    /** The content as JSON text, instead of `content`, where a number would lose digits on the way. */
    contentText: z.string().optional(),
    /** Of a form: the whole result as JSON text instead, which is sent as it stands, valid or not. */
    resultText: z.string().optional(),
  }),
  z.object({ action: z.literal('decline') }),
  z.object({ action: z.literal('cancel') }),
]);
export type PendingReply = z.infer<typeof PendingReply>;

/** Everything a page can ask of a host. Electron MessagePort and WebSocket carry exactly this. */
export const contract = {
  'app.info': call(z.object({}), AppInfo),
  'settings.save': call(SettingsPatch, Nothing),
  'window.load': call(z.object({}), z.object({ state: z.unknown().optional() })),
  /** Changes of one window to what all of them share, as a JSON Merge Patch (RFC 7386). */
  'window.save': call(z.object({ patch: z.unknown() }), Nothing),

  'server.detect': call(z.object({ text: z.string().max(1_000_000) }), Detection),
  /** What would run; the parts of the config that `${…}` refers to may come along. */
  'server.preview': call(
    z.object({
      endpoint: Endpoint,
      with: ServerConfig.pick({ inputs: true, workspaceFolder: true, literal: true, origin: true }).optional(),
    }),
    LaunchPreview,
  ),
  'server.save': call(
    ServerConfig.omit({ id: true })
      .partial({ era: true, claims: true, timeouts: true, maxLineBytes: true })
      .extend({ id: z.string().optional() }),
    z.object({ serverId: z.string() }),
  ),
  'server.remove': call(z.object({ serverId: z.string() }), Nothing),
  /** Carries out a fix of Diagnosis and starts the server again. `keep` puts an asked value among the secrets. */
  'fix.apply': call(
    z.object({ serverId: z.string(), action: FixAction, value: z.string().optional(), keep: z.boolean().optional() }),
    z.object({ sessionId: z.string().optional() }),
  ),
  'server.stopRetrying': call(z.object({ serverId: z.string() }), Nothing),
  /** Config files of other clients on this computer, in the right and the known wrong places. They are only read. */
  'import.scan': call(z.object({}), z.object({ found: z.array(FoundConfig) })),
  /** Reads a file of this computer: a client's config, a server.json, an .mcpb. */
  'import.path': call(z.object({ path: z.string().min(1).max(4096) }), Detection),
  /** The same for bytes a person dropped or chose in the page. */
  'import.bytes': call(z.object({ name: z.string().max(255), base64: z.string().max(48_000_000) }), Detection),
  /** Unpacks the bundle behind a candidate's `unpack` into the data folder. */
  'import.unpack': call(z.object({ token: z.string() }), z.object({ dir: z.string() })),
  /** Text for another client; values of secrets are placeholders. */
  'export.text': call(z.object({ serverIds: z.array(z.string()).min(1), client: ClientId }), ExportText),
  /** What writing into a client's own file would change; nothing is written yet. */
  'export.plan': call(
    z.object({ serverIds: z.array(z.string()).min(1), client: ClientId, path: z.string().optional() }),
    ExportPlan,
  ),
  /** Writes what was planned, after a backup. Throws CONFLICT when the file changed since. */
  'export.write': call(z.object({ token: z.string() }), z.object({ path: z.string(), backup: z.string().optional() })),
  'secret.save': call(z.object({ name: z.string().min(1), value: z.string() }), Nothing),
  'secret.names': call(z.object({}), z.object({ names: z.array(z.string()) })),

  'session.start': call(z.object({ serverId: z.string() }), SessionRef),
  'session.startWith': call(StartWith, SessionRef),
  'session.stop': call(SessionRef, Nothing),
  'session.restart': call(z.object({ serverId: z.string() }), SessionRef),
  'session.waitLonger': call(SessionRef, Nothing),
  /** Keeps the log of a session whatever the limits say, or no longer; also of one that an earlier run left. */
  'session.pin': call(SessionRef.extend({ pinned: z.boolean() }), Nothing),

  /** The processes of a running server, its root first; empty when none runs. */
  'session.processes': call(SessionRef, z.object({ processes: z.array(ProcessFacts) })),
  /** Throws REFUSED where a person denied it. */
  'operation.run': call(
    z.object({
      sessionId: z.string(),
      verb: z.enum(Object.keys(verbs) as [keyof typeof verbs, ...(keyof typeof verbs)[]]),
      input: z.unknown().optional(),
      /**
       * Who wants it, where no person does by hand: it is on record then. In a window, a call of a tool that says it may
       * destroy something waits for a person.
       * `answers`: the script answers what the call asks, so reply rules leave that alone.
       */
      by: ToolAsker.extend({ kind: z.literal('script'), answers: z.boolean().optional() }).optional(),
    }), // keys of a constant object
    z.object({ operationId: z.string() }),
  ),
  'operation.cancel': call(z.object({ operationId: z.string() }), Nothing),
  /** Takes the time limits off a running operation. */
  'operation.keepWaiting': call(z.object({ operationId: z.string() }), Nothing),
  'operation.result': call(
    z.object({
      operationId: z.string(),
      /** Largest part wanted. */
      bytes: z.number().int().min(1).max(1_073_741_824).default(262_144),
    }),
    OperationResult,
  ),
  'pending.answer': call(
    z.object({
      id: z.string(),
      reply: PendingReply,
      /** Who answers; a person unless it says otherwise. */
      by: z.enum(['person', 'script']).optional(),
    }),
    Nothing,
  ),
  /** Sends the other replies of a round without one to this question, once they are given. Throws REFUSED. */
  'pending.leaveOut': call(z.object({ id: z.string() }), Nothing),
  /** The page that a question asks for was opened in the browser. That answers nothing (ELIC-25). */
  'pending.opened': call(z.object({ id: z.string() }), Nothing),
  'catalog.items': call(
    z.object({
      sessionId: z.string(),
      kind: CatalogKind,
      from: z.number().int().min(0).default(0),
      count: z.number().int().min(1).max(10_000).default(10_000),
    }),
    z.object({
      rev: z.number(),
      epoch: z.number(),
      total: z.number(),
      // Not copied key by key: there may be ten thousand.
      items: z.array(z.custom<JsonObject>(isObject, 'an entry is no object')),
    }),
  ),
  /** Ends the reading of a list that is under way; what was read is kept. */
  'catalog.stop': call(z.object({ sessionId: z.string(), kind: CatalogKind }), Nothing),

  ...logCalls,
  /**
   * Sends a request in the other era, in a session of its own that ends afterwards. Throws REFUSED where the server
   * does not speak it or the era has no such request.
   */
  'exchange.otherEra': call(
    z.object({ sessionId: z.string(), exchangeId: z.string() }),
    z.object({ sessionId: z.string(), exchangeId: z.string() }),
  ),
  /** Compares two things by structure. `ignore`: JSON Pointers, `*` for any one key. */
  'compare.run': call(
    z.object({
      a: CompareSide,
      b: CompareSide,
      part: ComparePart.optional(),
      ignore: z.array(z.string().max(1000)).max(200).default([]),
    }),
    Comparison,
  ),
  /** How a server's definitions differ from what was accepted of it: those named, or all. */
  'drift.get': call(
    z.object({ serverId: z.string(), only: z.array(z.object({ kind: CatalogKind, name: z.string() })).optional() }),
    z.object({ acceptedAt: z.number().optional(), items: z.array(DriftItem) }),
  ),
  /**
   * Takes changes as the new baseline: those named, or all. With `at`, only the change that was seen then; throws
   * CONFLICT when one of them has changed again since.
   */
  'drift.accept': call(
    z.object({
      serverId: z.string(),
      items: z.array(z.object({ kind: CatalogKind, name: z.string(), at: z.number().optional() })).optional(),
    }),
    Nothing,
  ),
  ...earlierCalls,
  ...providerCalls,
  ...savedReplyCalls,
  ...rootCalls,
  ...replyRuleCalls,
  ...trialCalls,
  ...approvalCalls,
  ...iconCalls,
  'schema.check': call(
    z.object({ schema: z.unknown().optional(), value: z.unknown().optional() }),
    z.object({ checked: z.boolean(), problems: z.array(SchemaProblem), note: z.string().optional() }),
  ),
  'shell.open': call(z.object({ url: z.string().max(8192) }), Nothing),
  /** Shows a PDF in the system's program for it. Throws REFUSED where `can.openFiles` is not set, BAD_INPUT, IO. */
  'shell.openPdf': call(z.object({ name: z.string().max(300), base64: z.string() }), Nothing),

  'watch.state': stream('state', z.object({}), StateChange),
  /** Tells nothing: a page that a person can see holds it open, so that the host knows whether anybody looks. */
  'watch.seen': stream('state', z.object({}), z.never()),
  'watch.log': stream(
    'log',
    z.object({ sessionId: z.string(), view: LogView, after: z.number().int().min(-1), filter: LogFilter.optional() }),
    LogEvent,
  ),
} as const;

export type WirebenchContract = typeof contract;
