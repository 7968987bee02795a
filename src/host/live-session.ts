import { randomBytes } from 'node:crypto';
import type { Recalled } from '#core/era/negotiate.ts';
import { type OpenTransport, TransportError } from '#core/ports.ts';
import { type Session as CoreSession, createSession } from '#core/session.ts';
import type { SessionOptions } from '#core/session-options.ts';
import type { TaskMemory } from '#core/task-memory.ts';
import type { RunConfig, ServerConfig, Timeouts } from '#shared/config.ts';
import type { StateChange } from '#shared/entities.ts';
import { keepsHeaderValues } from '#shared/keeps-header-values.ts';
import type { Session, Wishes } from '#shared/session.ts';
import { revealed } from './act/reveal.ts';
import type { MessageThread, TrafficChecks } from './check-traffic.ts';
import { systemClock } from './clock.ts';
import { exposedRoots, rootTroubles } from './exposed-roots.ts';
import type { LaunchContext, LaunchHost } from './launch/plan-launch.ts';
import type { LogViews } from './publish/log-views.ts';
import { createRecording, type Recording } from './recording.ts';
import { createRedactor, type SessionRedactor } from './store/redact.ts';
import type { ChildRegistry } from './store/run-file.ts';
import type { SecretStore } from './store/secrets.ts';
import { SecretUnreadable } from './store/secrets-unreadable.ts';
import type { WireLog } from './store/wire-log.ts';
import type { BodyStore } from './transport/body-store.ts';
import { createBuiltin } from './transport/builtin.ts';
import { createOpenTransport } from './transport/open-transport.ts';
import { createStdioTransport } from './transport/stdio.ts';

export interface LiveSession {
  id: string;
  serverId: string;
  /** As it was started, with what the page does not get to see. */
  config: ServerConfig;
  core: CoreSession;
  /** These three know every record there is when they are asked for. */
  readonly log: WireLog;
  readonly views: LogViews;
  readonly checks: TrafficChecks;
  /** What the engine tells without a record, such as list items, for the page: no secrets in it. */
  redact<T>(value: T): T;
  /** JSON text out of a log with the values of this session's secrets, to be sent by it. Throws REFUSED. */
  reveal(text: string): string;
  /** Closes the log's files; nothing is published any more. */
  dispose(): void;
}

/** What a session needs of the host around it. */
export interface SessionParts {
  sessionsDir: string;
  secrets: SecretStore;
  children: ChildRegistry;
  launch: LaunchHost;
  demoEntry: string;
  messages: MessageThread;
  publish(change: StateChange): void;
  /** The session reached its end; nothing of it runs any more. */
  onClosed(session: Session): void;
  roots(): { uri: string; name?: string | undefined }[];
  recall: Recalled | undefined;
  /** Of the app, for what the server's settings leave open. */
  timeouts: Timeouts;
  remember(era: Recalled | undefined): void;
  wishes: Wishes | undefined;
  wished(wishes: Wishes): void;
  tasks: TaskMemory;
  /** True while no page is looked at. */
  background(): boolean;
  lists: SessionOptions['lists'];
  roundLimit: SessionOptions['roundLimit'];
  judge: SessionOptions['judge'];
  /** What is claimed to the server, less what rules withhold. */
  claims: ServerConfig['claims'];
  /** Something a person who looks into the app's log should know. */
  warn(text: string): void;
}

interface Ways {
  parts: SessionParts;
  bodies: BodyStore;
  secret(name: string): Promise<string | undefined>;
  hide(name: string, value: string): void;
}

/** Every way this server can be reached; each call of the result opens a new one. */
function transportsOf(config: ServerConfig, { parts, bodies, secret, hide }: Ways): Promise<OpenTransport> {
  const launch: LaunchContext = { ...parts.launch, secret, hide };
  const builtin = createBuiltin({ demoEntry: parts.demoEntry });
  const limits = { maxLineBytes: config.maxLineBytes, bodies };
  return createOpenTransport({
    config,
    bodies,
    secrets: { get: secret },
    launch,
    stdio: (endpoint) =>
      createStdioTransport({ server: { ...config, endpoint }, ...limits, launch, children: parts.children }),
    builtin: (endpoint) => builtin({ endpoint, ...limits }),
  });
}

/** How long the end of a session waits for checks of its last messages, before what was made of it is kept. */
const SETTLE_MS = 5000;

/** Keeps in session.json what is known: the greeting once, the closing reason at the end. */
function settler({ log, evidence, checks, keep }: Recording, parts: SessionParts): (session: Session) => void {
  let kept: 'greeting' | 'ending' | undefined;
  return (session) => {
    evidence.launch = session.launch;
    if (session.hello && kept === undefined) {
      kept = 'greeting';
      log.describe({ hello: session.hello });
    }
    if (session.state.at !== 'closed' || kept === 'ending') return;
    kept = 'ending';
    log.close(session.state);
    void checks.settled(SETTLE_MS).then(keep);
    parts.onClosed(session);
  };
}

/** Who gets this log later should read in it that it can be used to sign in. */
function sayWhatIsKept(config: ServerConfig, core: CoreSession): void {
  if (!keepsHeaderValues(config)) return;
  const text =
    'Values of sign-in and cookie headers are written into this log as they are, because the settings of this server say so. Whoever reads the log can use them.';
  core.note({ what: 'headers-kept', level: 'warn', text });
}

/** The engine does not know that a person pinned its session, nor that its log cannot be written. */
function withLogFacts(change: StateChange, { log, trouble }: Pick<Recording, 'log' | 'trouble'>): StateChange {
  if (change.op !== 'put' || change.topic !== 'session') return change;
  const pin = log.meta?.pinned ? { pinned: true } : {};
  return { ...change, value: { ...change.value, ...pin, ...(trouble === undefined ? {} : { logTrouble: trouble }) } };
}

function rootsToTell(parts: SessionParts, warn: (text: string) => void): ReturnType<SessionParts['roots']> {
  const roots = exposedRoots(parts.roots());
  // Said, not held back: a server on another computer may well have the folder.
  void rootTroubles(roots).then((troubles) => {
    for (const { uri, text } of troubles) warn(`The server was told of the root ${uri}. ${text} on this computer.`);
  });
  return roots;
}

/** Gives the values of secrets, after the redactor knows them. Rejects with a TransportError when one cannot be read. */
function secretSource(store: SecretStore, redactor: SessionRedactor): Ways['secret'] {
  return async (name) => {
    const value = await store.get(name).catch((error: unknown) => {
      throw error instanceof SecretUnreadable ? new TransportError(error.failure) : error;
    });
    if (value !== undefined) redactor.add(name, value);
    return value;
  };
}

/** What was asked for before, and how it is kept. An address with a secret in it does not get onto the disk. */
function wishesOf({ wishes, wished }: SessionParts, { value }: SessionRedactor): NonNullable<SessionOptions['wishes']> {
  const plain = (uri: string) => value(uri) === uri;
  return { recalled: wishes, keep: (now) => wished({ ...now, watched: now.watched.filter(plain) }) };
}

/** The session with its recording, which takes what still waits whenever somebody looks into it. */
function upToDate(session: Omit<LiveSession, 'log' | 'views' | 'checks'>, recording: Recording): LiveSession {
  const drained = (): Recording => {
    recording.drain();
    return recording;
  };
  return {
    ...session,
    get log() {
      return drained().log;
    },
    get views() {
      return drained().views;
    },
    get checks() {
      return drained().checks;
    },
  };
}

/** Wires one run of a server: its log on disk, its views, its transport and its engine. Starts nothing. */
export async function createLiveSession(config: RunConfig, parts: SessionParts): Promise<LiveSession> {
  const id = randomBytes(6).toString('hex');
  const redactor = createRedactor({ headerValues: config.log?.headerValues });
  const secret = secretSource(parts.secrets, redactor);
  const recording = createRecording({
    sessionId: id,
    config,
    redactor,
    sessionsDir: parts.sessionsDir,
    launch: parts.launch,
    messages: parts.messages,
    note: (note) => {
      parts.warn(note.text);
      core.note(note);
    },
    counts: (counts) => core.counts(counts),
  });
  const { evidence, bodies, sink, drain } = recording;
  const { recall, remember, lists, background, roundLimit, judge } = parts;
  const openTransport = await transportsOf(config, { parts, bodies, secret, hide: redactor.add });
  let disposed = false;
  const settle = settler(recording, parts);
  const core: CoreSession = createSession({
    id,
    serverId: config.id,
    config,
    openTransport,
    clock: systemClock(),
    sink,
    publish: (told) => {
      if (disposed) return;
      const change = withLogFacts(redactor.value(told), recording);
      parts.publish(change);
      if (change.op !== 'put' || change.topic !== 'session') return;
      if (change.value.state.at === 'closed') drain();
      settle(change.value);
    },
    redact: redactor.value,
    roots: () => rootsToTell(parts, (text) => core.note({ what: 'root-unreachable', level: 'warn', text })),
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
    ...{ recall, remember, lists, background, roundLimit, judge },
    // An id with a secret in it does not get onto the disk.
    tasks: { ...parts.tasks, keep: (task) => redactor.value(task.id) === task.id && parts.tasks.keep(task) },
    wishes: wishesOf(parts, redactor),
    explain: (failure, facts) => {
      drain();
      return evidence.explain(failure, facts);
    },
  });
  sayWhatIsKept(config, core);
  const dispose = () => {
    drain();
    disposed = true;
    recording.dispose();
  };
  const reveal = (text: string) => revealed(text, redactor.valueOf);
  return upToDate({ id, serverId: config.id, config, core, redact: redactor.value, reveal, dispose }, recording);
}
