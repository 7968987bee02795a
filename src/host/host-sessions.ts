import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerConfig, Settings } from '#shared/config.ts';
import type { StateChange } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { rootsFor } from '#shared/roots.ts';
import { type AdHoc, askedAs, withGivenSecrets } from './ad-hoc.ts';
import type { AskNotices } from './ask-notices.ts';
import type { MessageThread } from './check-traffic.ts';
import type { DriftWatch } from './drift/drift-watch.ts';
import type { EarlierRuns } from './earlier/earlier-runs.ts';
import type { HostOptions } from './host-options.ts';
import type { LogSearch } from './kept/log-search.ts';
import type { SessionReader } from './kept/session-reader.ts';
import type { OpenLaunchHost } from './launch/launch-host.ts';
import type { SessionParts } from './live-session.ts';
import type { Lookers } from './publish/lookers.ts';
import type { StatePublisher } from './publish/state-source.ts';
import type { ReplyRules } from './replies/reply-rules.ts';
import { Sessions } from './sessions.ts';
import type { EraStore } from './store/eras.ts';
import { enforceRetention } from './store/retention.ts';
import type { RunFile } from './store/run-file.ts';
import type { SecretStore } from './store/secrets.ts';
import type { TaskStore } from './store/tasks.ts';
import type { WishStore } from './store/wishes.ts';
import type { Upkeep } from './upkeep.ts';

/** What the sessions of a host need of it. */
export interface SessionDeps {
  options: HostOptions;
  secrets: SecretStore;
  eras: EraStore;
  wishes: WishStore;
  tasks: TaskStore;
  lookers: Lookers;
  state: StatePublisher;
  run: RunFile;
  adHoc: Map<string, AdHoc>;
  launch: OpenLaunchHost;
  drift: DriftWatch;
  earlier: EarlierRuns;
  rules: ReplyRules;
  sessionsDir: string;
  messages: MessageThread;
  /** Absent where the shell shows no notices. */
  notices: AskNotices | undefined;
  reader: SessionReader;
  search: LogSearch;
  upkeep(): Upkeep;
  /** Work that nobody waits for but the end of the host. */
  writing: Set<Promise<void>>;
}

type Background = Pick<SessionDeps, 'options' | 'writing'>;

type Followers = Pick<SessionDeps, 'upkeep' | 'earlier' | 'notices'> & {
  /** Absent for a server that is in no list. */
  drift: DriftWatch | undefined;
};

/** Hands on what a session tells to those of the host that wait for it. */
function follow(change: StateChange, serverId: string, { upkeep, drift, earlier, notices }: Followers): void {
  if (change.op !== 'put') return;
  if (change.topic === 'session') upkeep().saw(change.value);
  else if (change.topic === 'catalog') drift?.saw(serverId, change.value);
  else if (change.topic === 'operation') earlier.saw(change.value);
  else if (change.topic === 'pending') notices?.saw(change.value);
}

/** Every entity of a forgotten session goes. */
function dropSession(state: StatePublisher, sessionId: string): void {
  for (const change of state.snapshot()) {
    if (change.op !== 'put') continue;
    const owner = 'sessionId' in change.value && change.topic !== 'server' ? change.value.sessionId : undefined;
    if (owner === sessionId || (change.topic === 'session' && change.id === sessionId)) {
      state.apply({ op: 'drop', topic: change.topic, id: change.id });
    }
  }
}

/** Lets something be done that nobody waits for but the end of the host; what fails is said in the app's log. */
function inBackground(work: Promise<void>, failed: string, { options, writing }: Background): void {
  const kept = work
    .catch((error: unknown) => options.log.warn(`${failed}: ${messageOf(error)}`))
    .finally(() => writing.delete(kept));
  writing.add(kept);
}

async function partsOf(
  config: ServerConfig,
  deps: SessionDeps & { settings(): Settings; sessions(): Sessions },
): Promise<SessionParts> {
  const { options, sessionsDir, secrets, eras, state, run, adHoc } = deps;
  const { log } = options;
  const given = adHoc.get(config.id);
  const listed = given?.listed !== false;
  // A single command wants every page, and what it asks for is not meant to last.
  const headless = options.kind === 'headless';
  const followers = listed ? deps : { ...deps, drift: undefined };
  const keep = (write: Promise<void>, what: string) =>
    inBackground(write, `${what} of ${config.name} was not kept`, deps);
  return {
    sessionsDir,
    secrets: withGivenSecrets(secrets, given),
    children: run.children,
    launch: deps.launch,
    demoEntry: options.entries.demo,
    messages: deps.messages,
    publish: (change) => {
      state.apply(change);
      follow(change, config.id, followers);
    },
    onClosed: (session) => {
      deps.sessions().ended(session.id);
      // Without an entry in the list it cannot be started again.
      if (listed) return;
      adHoc.delete(config.id);
      deps.sessions().release(config.id);
    },
    warn: (text) => log.warn(text),
    roots: () => given?.roots ?? rootsFor(deps.settings().roots, askedAs(adHoc, config.id)),
    timeouts: deps.settings().timeouts,
    recall: listed ? await eras.get(config) : undefined,
    remember: (agreement) => {
      if (listed) keep(agreement ? eras.set(config, agreement) : eras.forget(config.id), 'the era');
    },
    wishes: listed && !headless ? await deps.wishes.get(config.id) : undefined,
    wished: (wishes) => {
      if (listed && !headless) keep(deps.wishes.set(config.id, wishes), 'what is watched');
    },
    tasks: {
      kept: listed && !headless ? await deps.tasks.get(config) : [],
      keep: (task) => {
        if (listed && !headless) keep(deps.tasks.keep(config, task), 'a task');
      },
      forget: (taskId) => {
        if (listed && !headless) keep(deps.tasks.forget(config.id, taskId), 'the end of a task');
      },
    },
    background: () => deps.lookers.away,
    roundLimit: () => deps.settings().roundLimit,
    // A single command answers by what its command line says, not by what was clicked in a window.
    ...deps.rules.partsOf({ ...config, id: askedAs(adHoc, config.id) }, given?.rules ?? (headless ? [] : undefined)),
    lists: {
      allPages: () => headless || deps.settings().loadAllPages,
      refresh: () => headless || deps.settings().refreshLists,
    },
  };
}

/** The server of the session that begins is on its way by then: looking through old sessions takes as long as starting one. */
const REMOVE_AFTER_MS = 100;

/** Applies the limits of kept sessions, a little later. */
async function removeOld(
  { sessionsDir, options }: SessionDeps,
  inUse: ReadonlySet<string>,
  limits: Settings,
): Promise<void> {
  await sleep(REMOVE_AFTER_MS);
  const { retentionBytes: bytes, retentionDays: days } = limits;
  for (const name of await enforceRetention(sessionsDir, { bytes, days }, inUse))
    options.log.info(`removed by the limit of kept sessions: ${name}`);
}

/** The sessions of a host: what each is made of, and what follows from what they tell. */
export function createSessions(deps: SessionDeps, settings: () => Settings, onNewest: () => void): Sessions {
  const { state } = deps;
  const sessions: Sessions = new Sessions({
    parts: (config) => partsOf(config, { ...deps, settings, sessions: () => sessions }),
    makeRoom: (inUse) => {
      const names = new Set([...inUse, ...deps.reader.dirs, ...deps.search.dirs].map((dir) => basename(dir)));
      inBackground(removeOld(deps, names, settings()), 'kept sessions were not looked through', deps);
    },
    forget: (sessionId) => dropSession(state, sessionId),
    onNewest,
  });
  return sessions;
}
