import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ServerConfig, Settings } from '#shared/config.ts';
import type { ServerEntry, StateChange } from '#shared/entities.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import { rootsFor } from '#shared/roots.ts';
import { type AdHoc, askedAs, withGivenSecrets } from './ad-hoc.ts';
import { type AskNotices, askNoticesFor } from './ask-notices.ts';
import { type Checker, createChecker } from './check.ts';
import { createMessageThread, type MessageThread } from './check-traffic.ts';
import { type Comparer, createComparer } from './compare/comparer.ts';
import { DriftWatch } from './drift/drift-watch.ts';
import { EarlierRuns } from './earlier/earlier-runs.ts';
import { toldOthers } from './exposed-roots.ts';
import type { HostOptions } from './host-options.ts';
import { KeptList } from './kept/kept-list.ts';
import { LogSearch } from './kept/log-search.ts';
import { SessionReader } from './kept/session-reader.ts';
import { type OpenLaunchHost, openLaunchHost } from './launch/launch-host.ts';
import type { LiveSession, SessionParts } from './live-session.ts';
import { Providers } from './providers/providers.ts';
import { Lookers } from './publish/lookers.ts';
import { MergedViews } from './publish/merged/merged-views.ts';
import { createStatePublisher, type StatePublisher } from './publish/state-source.ts';
import { ReplyRules } from './replies/reply-rules.ts';
import { SavedReplies } from './replies/saved-replies.ts';
import { Sessions } from './sessions.ts';
import { createBaselineStore } from './store/baselines.ts';
import { createEarlierStore } from './store/earlier.ts';
import { createEraStore, type EraStore } from './store/eras.ts';
import { createProviderStore } from './store/providers.ts';
import { createRuleStore } from './store/reply-rules.ts';
import { enforceRetention } from './store/retention.ts';
import { openRunFile, type RunFile } from './store/run-file.ts';
import { createSavedReplyStore } from './store/saved-replies.ts';
import { createSecretStore, type SecretStore } from './store/secrets.ts';
import { deleteUnused } from './store/secrets-unused.ts';
import { createServerStore, type ServerStore } from './store/servers.ts';
import { createSettingsStore, type SettingsStore } from './store/settings.ts';
import { createTaskStore, type TaskStore } from './store/tasks.ts';
import { createWindowStore, type WindowStore } from './store/window.ts';
import { createWishStore, type WishStore } from './store/wishes.ts';
import { type EntryFacts, Upkeep } from './upkeep.ts';

/** The parts of a host that its handlers work with. */
export interface HostCore {
  options: HostOptions;
  log: HostOptions['log'];
  servers: ServerStore;
  settings: SettingsStore;
  secrets: SecretStore;
  /** Secrets saved here that no saved server was seen to refer to yet. */
  unclaimed: Set<string>;
  window: WindowStore;
  eras: EraStore;
  wishes: WishStore;
  tasks: TaskStore;
  state: StatePublisher;
  lookers: Lookers;
  sessions: Sessions;
  /** Folders of sessions, and a way to read any of them. */
  kept: KeptList;
  reader: SessionReader;
  search: LogSearch;
  /** The traffic of the current sessions of all servers. */
  everything: MergedViews;
  upkeep: Upkeep;
  drift: DriftWatch;
  earlier: EarlierRuns;
  providers: Providers;
  replies: SavedReplies;
  rules: ReplyRules;
  /** By server id: what servers started by `session.startWith` brought along. */
  adHoc: Map<string, AdHoc>;
  checker: Checker;
  comparer: Comparer;
  messages: MessageThread;
  launch: OpenLaunchHost;
  run: RunFile;
  /** Throws NOT_FOUND. */
  configOf(serverId: string): Promise<ServerConfig>;
  /** Publishes the list of servers after it was changed here. */
  refreshServers(): Promise<void>;
  close(): Promise<void>;
}

/** Puts the list of servers into the published state; what is no longer in it is dropped. */
function publishServers(
  state: StatePublisher,
  configs: ServerConfig[],
  facts: (id: string) => EntryFacts & Pick<ServerEntry, 'sessionId' | 'drift'>,
): void {
  const ids = new Set(configs.map((config) => config.id));
  for (const change of state.snapshot()) {
    if (change.op === 'put' && change.topic === 'server' && !ids.has(change.id)) {
      state.apply({ op: 'drop', topic: 'server', id: change.id });
    }
  }
  for (const [order, config] of configs.entries()) {
    state.apply({
      op: 'put',
      topic: 'server',
      id: config.id,
      value: { id: config.id, config, order, ...facts(config.id) },
    });
  }
}

function createUpkeep(
  { options, state, adHoc, servers }: Pick<HostCore, 'options' | 'state' | 'adHoc' | 'servers'>,
  sessions: () => Sessions,
): Upkeep {
  const upkeep: Upkeep = new Upkeep({
    sessions,
    log: options.log,
    configOf: (serverId) => configOf(servers, serverId),
    saved: (serverId) => (adHoc.has(serverId) ? undefined : state.get('server', serverId)?.config),
    changed: (serverId) => {
      const entry = state.get('server', serverId);
      if (!entry) return;
      const { retry: _retry, gaveUp: _gaveUp, changed: _changed, ...rest } = entry;
      state.apply({ op: 'put', topic: 'server', id: serverId, value: { ...rest, ...upkeep.facts(serverId) } });
    },
  });
  return upkeep;
}

/** The newest session of every server in the list that has one in memory, in the order of the list. */
function currentSessions(state: StatePublisher, sessions: Sessions): LiveSession[] {
  const entries = state.all('server').sort((a, b) => a.order - b.order);
  return entries.flatMap(({ id }) => {
    const sessionId = sessions.newestOf(id);
    return (sessionId === undefined ? undefined : sessions.find(sessionId)) ?? [];
  });
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

type SessionDeps = Pick<
  HostCore,
  | 'options'
  | 'secrets'
  | 'eras'
  | 'wishes'
  | 'tasks'
  | 'lookers'
  | 'state'
  | 'run'
  | 'adHoc'
  | 'launch'
  | 'drift'
  | 'earlier'
  | 'rules'
> & {
  sessionsDir: string;
  messages: MessageThread;
  /** Absent where the shell shows no notices. */
  notices: AskNotices | undefined;
  reader: SessionReader;
  search: LogSearch;
  upkeep(): Upkeep;
  /** Work that nobody waits for but the end of the host. */
  writing: Set<Promise<void>>;
};

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

/** Tells the servers whose roots changed with the settings. */
function tellOfRoots({ sessions, adHoc }: Pick<HostCore, 'sessions' | 'adHoc'>, before: Settings, now: Settings): void {
  for (const { config, core } of sessions.all())
    if (toldOthers(before.roots, now.roots, askedAs(adHoc, config.id))) core.rootsChanged();
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

function createSessions(deps: SessionDeps, settings: () => Settings, onNewest: () => void): Sessions {
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

async function configOf(servers: ServerStore, serverId: string): Promise<ServerConfig> {
  const found = (await servers.list()).find((config) => config.id === serverId);
  if (found) return found;
  const text = 'This server is no longer in the list. It may have been removed in another window.';
  throw new HostError('NOT_FOUND', text);
}

/** What is kept in files of the data folder, and this host's entry among those that run on it. Throws CONFLICT. */
async function openStores(options: HostOptions) {
  const { dataDir, log } = options;
  const warn = (problem: HostError) => log.warn(problem.message);
  // Program, script and command: what follows may hold what a person would not want on the disk.
  const run = await openRunFile({ dataDir, kind: options.kind, command: process.argv.slice(0, 3) });
  for (const child of run.swept) log.warn(`ended a server left behind by an earlier run: pid ${child.pid}`);
  const sessionsDir = join(dataDir, 'sessions');
  await mkdir(sessionsDir, { recursive: true, mode: 0o700 });
  const secrets = createSecretStore({
    dataDir,
    cipher: options.cipher,
    onProblem: warn,
    onPlain: (text) => log.warn(text),
  });
  // The page asks for it at once; for a single command it would be a wait for nothing.
  if (options.kind !== 'headless' && options.cipher)
    secrets.place().catch((error: unknown) => log.warn(messageOf(error)));
  return {
    run,
    sessionsDir,
    servers: createServerStore(dataDir, warn),
    settings: createSettingsStore(dataDir, warn),
    secrets,
    window: createWindowStore(dataDir, warn),
    eras: createEraStore(dataDir, warn),
    wishes: createWishStore(dataDir, warn),
    providers: new Providers({ store: createProviderStore(dataDir, warn), secrets }),
    tasks: createTaskStore(dataDir, warn),
    baselines: createBaselineStore(dataDir, warn),
    arguments: createEarlierStore(dataDir, warn),
    replies: createSavedReplyStore(dataDir, warn),
    ruleBook: createRuleStore(dataDir, warn),
  };
}

/** Stops everything in order: nothing new, the servers, what is still written, then the helpers. */
async function endHost(
  host: Omit<HostCore, 'refreshServers' | 'configOf' | 'close'>,
  rest: { stops: (() => void)[]; writing: Set<Promise<void>>; messages: MessageThread },
): Promise<void> {
  const { servers, secrets, unclaimed, log } = host;
  for (const stop of rest.stops) stop();
  host.upkeep.close();
  host.launch.close();
  await host.sessions.closeAll();
  host.reader.close();
  host.search.close();
  await Promise.all(rest.writing);
  await host.drift.close();
  await host.earlier.close();
  await deleteUnused(unclaimed, { dataDir: host.options.dataDir, servers, secrets }).catch((error: unknown) =>
    log.warn(`secrets without a server were not removed: ${messageOf(error)}`),
  );
  await host.checker.close();
  await host.comparer.close();
  await rest.messages.close();
  await host.run.close();
}

/** What works beside this thread; each begins with its first work. */
function openThreads({ entries: { check: entry } }: HostOptions) {
  return {
    checker: createChecker({ entry }),
    comparer: createComparer({ entry }),
    messages: createMessageThread({ entry }),
  };
}

/** Ways to read what sessions left: one of them, all folders, the current ones together. */
function openReaders({
  sessionsDir,
  messages,
  state,
  sessions,
}: Pick<HostCore, 'messages' | 'state'> & { sessionsDir: string; sessions(): Sessions }) {
  const kept = new KeptList(sessionsDir);
  const live = (sessionId: string) => sessions().find(sessionId);
  return {
    kept,
    reader: new SessionReader({ list: kept, live, messages }),
    search: new LogSearch({ list: kept, live }),
    everything: new MergedViews({ sessions: () => currentSessions(state, sessions()) }),
  };
}

/** Opens the data folder's stores and the published state. Throws CONFLICT when another shell runs on the folder. */
export async function createHostCore(options: HostOptions): Promise<HostCore> {
  const { log } = options;
  const stores = await openStores(options);
  const { servers, settings } = stores;
  const unclaimed = new Set<string>();
  const state = createStatePublisher();
  const launch = openLaunchHost(options.loginShell);
  const adHoc = new Map<string, AdHoc>();
  const lookers = new Lookers();
  const base = { ...stores, ...openThreads(options), lookers, options, log, unclaimed, state, adHoc, launch };
  const { messages } = base;
  let current: Settings = await settings.get();

  const writing = new Set<Promise<void>>();
  const readers = openReaders({ ...base, sessions: () => sessions });
  const { everything } = readers;
  const refresh = async () => {
    publishServers(state, await servers.list(), factsOf);
    everything.update();
  };
  const drift: DriftWatch = new DriftWatch({ store: stores.baselines, state, sessions: () => sessions, log });
  const session = (serverId: string) => sessions.find(sessions.newestOf(serverId) ?? '');
  const earlier = new EarlierRuns({ store: stores.arguments, session, log });
  const rules = new ReplyRules({ ...stores, session, state });
  const notices = askNoticesFor(options.shell, state, () => current.askNotices);
  const sessions: Sessions = createSessions(
    { ...base, ...readers, drift, earlier, rules, notices, writing, upkeep: () => upkeep },
    () => current,
    () => {
      everything.update();
      refreshSoon();
    },
  );
  const upkeep: Upkeep = createUpkeep(base, () => sessions);
  const factsOf = (id: string) => {
    const sessionId = sessions.newestOf(id);
    return { ...upkeep.facts(id), ...drift.facts(id), ...(sessionId === undefined ? {} : { sessionId }) };
  };
  const refreshSoon = () =>
    void refresh().catch((error: unknown) => log.warn(`the list of servers was not read: ${messageOf(error)}`));
  const showSettings = (value: Settings) => {
    const before = current;
    current = value;
    state.apply({ op: 'put', topic: 'settings', id: 'settings', value });
    tellOfRoots({ sessions, adHoc }, before, value);
  };
  showSettings(current);
  await refresh();
  // A single command compares what it lists itself.
  const headless = options.kind === 'headless';
  if (!headless) drift.load(state.all('server').map(({ id }) => id)).catch(() => undefined);
  const stops = [servers.watch(refreshSoon), settings.watch(showSettings), ...(headless ? [] : [await rules.load()])];
  const replies = new SavedReplies({ store: stores.replies, session });
  const parts = { ...base, ...readers, sessions, upkeep, drift, earlier, replies, rules };
  return {
    ...parts,
    refreshServers: refresh,
    configOf: (serverId) => configOf(servers, serverId),
    close: () => endHost(parts, { stops, writing, messages }),
  };
}
