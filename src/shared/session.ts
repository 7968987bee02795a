import { z } from 'zod';
import { ServerConfig } from './config.ts';
import { Fix } from './fix.ts';

export const Exit = z.object({ code: z.number().nullable(), signal: z.string().nullable() });
export type Exit = z.infer<typeof Exit>;

/** Why something failed, in the three parts a person needs. `rule` is an id of the diagnosis table. */
export const Failure = z.object({
  rule: z.string(),
  title: z.string(),
  why: z.string(),
  todo: z.string(),
  /** Short cause for the rail: `Exited with code 1`. */
  short: z.string(),
  /** What decided: `from stderr line 4`. */
  evidence: z.string().optional(),
  /** The decisive line of the stderr view, its row there. */
  stderrRow: z.number().optional(),
  /** Step of the ladder at which it shows, by its key. */
  step: z.string().optional(),
  /** What is seen there: `Exited with code 1. Nothing arrived on stdout.` Absent means `short`. */
  fact: z.string().optional(),
  /** Ways out, the best first. */
  fixes: z.array(Fix).optional(),
  /** Further causes that the evidence allows. */
  others: z.array(z.object({ rule: z.string(), title: z.string(), why: z.string(), todo: z.string() })).optional(),
});
export type Failure = z.infer<typeof Failure>;

export const ClosedReason = z.enum(['user', 'failed', 'refused', 'exited', 'lost']);
export type ClosedReason = z.infer<typeof ClosedReason>;

/** A call whose answer never came because its server ended. */
export const LostCall = z.object({
  method: z.string(),
  /** Tool, prompt or address it was about. */
  name: z.string().optional(),
  exchangeId: z.string(),
  /** How long it had run, milliseconds. */
  ranMs: z.number(),
  /** It may have changed something: a tool call not declared read-only. */
  mayHaveActed: z.boolean(),
});
export type LostCall = z.infer<typeof LostCall>;

export const SessionState = z.discriminatedUnion('at', [
  z.object({ at: z.literal('opening') }),
  z.object({ at: z.literal('negotiating'), waitingFor: z.string() }),
  z.object({
    at: z.literal('authorizing'),
    status: z.number(),
    text: z.string(),
    /** The same as a diagnosis: what the server asks for, and where to set it. */
    failure: Failure.optional(),
  }),
  z.object({ at: z.literal('ready') }),
  z.object({ at: z.literal('closing'), rung: z.string() }),
  z.object({
    at: z.literal('closed'),
    reason: ClosedReason,
    failure: Failure.optional(),
    exit: Exit.optional(),
    /** Calls that were under way when a running server ended. */
    pending: z.array(LostCall).optional(),
  }),
]);
export type SessionState = z.infer<typeof SessionState>;

export const Implementation = z.looseObject({
  name: z.string().optional(),
  version: z.string().optional(),
  title: z.string().optional(),
});

/** What the server said of itself when the version was agreed. */
export const Hello = z.object({
  era: z.enum(['legacy', 'modern']),
  version: z.string(),
  /** Other versions the server named. */
  supported: z.array(z.string()),
  serverInfo: Implementation,
  capabilities: z.record(z.string(), z.unknown()),
  /** Characters the capabilities have as JSON, when they are too large to be mirrored and were shortened. */
  cutFrom: z.number().optional(),
  instructions: z.string().optional(),
  /** Message that carried it. */
  via: z.enum(['initialize', 'server/discover']),
  seq: z.number(),
});
export type Hello = z.infer<typeof Hello>;

/** One step of how a session came about; shown as ladder and as `How the version was agreed`. */
export const LadderStep = z.object({
  key: z.string(),
  title: z.string(),
  detail: z.string().optional(),
  state: z.enum(['ok', 'failed', 'skipped', 'pending', 'running']),
  /** Milliseconds since the start of the session. */
  atMs: z.number().optional(),
});
export type LadderStep = z.infer<typeof LadderStep>;

export const EnvEntry = z.object({
  name: z.string(),
  /** Absent for secrets. */
  value: z.string().optional(),
  source: z.enum(['set', 'secret', 'file', 'shell', 'inherited', 'missing']),
  /** As it was written when something in it was filled in, or the file it came from. */
  from: z.string().optional(),
  /** The login shell has it, the server does not get it. */
  inShell: z.boolean().optional(),
});
export type EnvEntry = z.infer<typeof EnvEntry>;

/** The exact thing that ran. */
export const LaunchFacts = z.object({
  command: z.array(z.string()),
  cwd: z.string(),
  foundIn: z.string().optional(),
  /** How the program was found: named by its path, on the PATH, on the login shell's, or in a usual place. */
  foundBy: z.enum(['path', 'search', 'shell', 'usual']).optional(),
  env: z.array(EnvEntry),
  /** Names of variables that the login shell or this app has and the server does not get. */
  heldBack: z.array(z.string()).optional(),
  /** Plain sentences on what was filled in, added or could not be. */
  notes: z.array(z.string()).optional(),
});
export type LaunchFacts = z.infer<typeof LaunchFacts>;

/** Levels of log messages (RFC 5424), the least serious first; `off` asks for none. */
export const LogLevel = z.enum([
  'off',
  'debug',
  'info',
  'notice',
  'warning',
  'error',
  'critical',
  'alert',
  'emergency',
]);
export type LogLevel = z.infer<typeof LogLevel>;

export const WatchedResource = z.object({
  uri: z.string(),
  /** Changes told since it was read last. */
  updates: z.number(),
  /** When changes were told, wall clock, milliseconds: the newest 20, oldest first. */
  times: z.array(z.number()),
});
export type WatchedResource = z.infer<typeof WatchedResource>;

/** What a person asked of a server besides calls; the next session of it asks for the same. */
export const Wishes = z.object({ watched: z.array(z.string()), logLevel: LogLevel.optional() });
export type Wishes = z.infer<typeof Wishes>;

/** One run of a server from start to end; a restart is a new session with a new log. */
export const Session = z.object({
  id: z.string(),
  serverId: z.string(),
  config: ServerConfig,
  state: SessionState,
  /** Wall clock, milliseconds. */
  startedAt: z.number(),
  readyAt: z.number().optional(),
  endedAt: z.number().optional(),
  /** A person wants its log kept: the limits of kept sessions do not apply. */
  pinned: z.boolean().optional(),
  /** Why its log cannot be written just now, in plain words; records are lost meanwhile. */
  logTrouble: z.string().optional(),
  hello: Hello.optional(),
  pid: z.number().optional(),
  launch: LaunchFacts.optional(),
  ladder: z.array(LadderStep),
  /** Rows of each log view. */
  counts: z.object({
    wire: z.number(),
    traffic: z.number(),
    stderr: z.number(),
    notices: z.number(),
    client: z.number(),
    errors: z.number(),
  }),
  streams: z.array(
    z.object({
      id: z.string(),
      what: z.string(),
      state: z.enum(['opening', 'open', 'dropped', 'refused', 'closed']),
      text: z.string().optional(),
      /** Id of the request that keeps it open. */
      rpcId: z.union([z.string(), z.number()]).optional(),
    }),
  ),
  /** Resources whose changes are asked for, oldest first. */
  watched: z.array(WatchedResource).optional(),
  /** The level of log messages that the server was asked for; absent when it was asked for none. */
  logLevel: LogLevel.optional(),
});
export type Session = z.infer<typeof Session>;

export const RailState = z.enum([
  'off',
  'starting',
  'connected',
  'reconnecting',
  'auth',
  'failed',
  'stopping',
  'replay',
]);
export type RailState = z.infer<typeof RailState>;

/** The rail's state of a server: the one place that maps session states to what a person sees. */
export function railState(state: SessionState | undefined, restartScheduled = false): RailState {
  if (!state) return 'off';
  switch (state.at) {
    case 'opening':
    case 'negotiating':
      return 'starting';
    case 'authorizing':
      return 'auth';
    case 'ready':
      return 'connected';
    case 'closing':
      return 'stopping';
    case 'closed':
      if (state.reason === 'user') return 'off';
      return restartScheduled ? 'reconnecting' : 'failed';
  }
}
