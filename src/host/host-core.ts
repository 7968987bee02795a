import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { ServerConfig, Settings } from '#shared/config.ts';
import type { ServerEntry } from '#shared/entities.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import { type AdHoc, askedAs } from './ad-hoc.ts';
import { AllowedList } from './approvals/allowed-list.ts';
import { Approvals } from './approvals/approvals.ts';
import { type AskNotices, askNoticesFor } from './ask-notices.ts';
import { type Checker, createChecker } from './check.ts';
import { createMessageThread, type MessageThread } from './check-traffic.ts';
import { type Comparer, createComparer } from './compare/comparer.ts';
import { DriftWatch } from './drift/drift-watch.ts';
import { EarlierRuns } from './earlier/earlier-runs.ts';
import { toldOthers } from './exposed-roots.ts';
import type { HostOptions } from './host-options.ts';
import { createSessions } from './host-sessions.ts';
import { KeptList } from './kept/kept-list.ts';
import { LogSearch } from './kept/log-search.ts';
import { SessionReader } from './kept/session-reader.ts';
import { type OpenLaunchHost, openLaunchHost } from './launch/launch-host.ts';
import type { LiveSession } from './live-session.ts';
import { clearOpened } from './open-outside.ts';
import { Providers } from './providers/providers.ts';
import { Lookers } from './publish/lookers.ts';
import { MergedViews } from './publish/merged/merged-views.ts';
import { createStatePublisher, type StatePublisher } from './publish/state-source.ts';
import { ReplyRules } from './replies/reply-rules.ts';
import { SavedReplies } from './replies/saved-replies.ts';
import type { Sessions } from './sessions.ts';
import { createAllowedStore } from './store/allowed-tools.ts';
import { createBaselineStore } from './store/baselines.ts';
import { createEarlierStore } from './store/earlier.ts';
import { createEraStore, type EraStore } from './store/eras.ts';
import { createProviderStore } from './store/providers.ts';
import { createRuleStore } from './store/reply-rules.ts';
import { openRunFile, type RunFile } from './store/run-file.ts';
import { createSavedReplyStore } from './store/saved-replies.ts';
import { createSecretStore, type SecretStore } from './store/secrets.ts';
import { deleteUnused } from './store/secrets-unused.ts';
import { createServerStore, type ServerStore } from './store/servers.ts';
import { createSettingsStore, type SettingsStore } from './store/settings.ts';
import { createTaskStore, type TaskStore } from './store/tasks.ts';
import { createWindowStore, type WindowStore } from './store/window.ts';
import { createWishStore, type WishStore } from './store/wishes.ts';
import { Trials } from './trials/trials.ts';
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
  trials: Trials;
  /** Questions whether a tool may run, and tools that need none. */
  approvals: Approvals;
  allowed: AllowedList;
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

/** Tells the servers whose roots changed with the settings. */
function tellOfRoots({ sessions, adHoc }: Pick<HostCore, 'sessions' | 'adHoc'>, before: Settings, now: Settings): void {
  for (const { config, core } of sessions.all())
    if (toldOthers(before.roots, now.roots, askedAs(adHoc, config.id))) core.rootsChanged();
}

/** To the pages, and to the shell for what lies outside of them. */
function publishSettings(state: HostCore['state'], shell: HostOptions['shell'], value: Settings): void {
  state.apply({ op: 'put', topic: 'settings', id: 'settings', value });
  shell.settings?.(value);
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
  if (options.shell.openFile) await clearOpened(options);
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
    allowedTools: createAllowedStore(dataDir, warn),
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
  host.trials.close();
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

/** What lets models use tools, and what asks a person first. */
function openTrials(
  { state, adHoc, providers, allowedTools }: Awaited<ReturnType<typeof openStores>> & Pick<HostCore, 'state' | 'adHoc'>,
  notices: AskNotices | undefined,
  sessions: () => Sessions,
): Pick<HostCore, 'allowed' | 'approvals' | 'trials'> {
  const allowed = new AllowedList(allowedTools, state);
  const approvals = new Approvals({
    ...{ state, allowed },
    keeps: (serverId) => adHoc.get(serverId)?.listed !== false,
    saw: (ask) => notices?.saw(ask),
  });
  return { allowed, approvals, trials: new Trials({ state, providers, approvals, sessions }) };
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
  let current: Settings = await settings.get();

  const writing = new Set<Promise<void>>();
  const readers = openReaders({ ...base, sessions: () => sessions });
  const notices = askNoticesFor(options.shell, state, () => current.askNotices);
  const forModels = openTrials(base, notices, () => sessions);
  const refresh = async () => {
    publishServers(state, await servers.list(), factsOf);
    forModels.allowed.update();
    readers.everything.update();
  };
  const drift: DriftWatch = new DriftWatch({ store: stores.baselines, state, sessions: () => sessions, log });
  const session = (serverId: string) => sessions.find(sessions.newestOf(serverId) ?? '');
  const earlier = new EarlierRuns({ store: stores.arguments, session, log });
  const rules = new ReplyRules({ ...stores, session, state });
  const sessions: Sessions = createSessions(
    { ...base, ...readers, drift, earlier, rules, notices, writing, upkeep: () => upkeep },
    () => current,
    () => {
      readers.everything.update();
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
    publishSettings(state, options.shell, value);
    tellOfRoots({ sessions, adHoc }, before, value);
  };
  showSettings(current);
  await refresh();
  // A single command compares what it lists itself.
  const headless = options.kind === 'headless';
  if (!headless) drift.load(state.all('server').map(({ id }) => id)).catch(() => undefined);
  const loads = headless ? [] : [rules.load(), forModels.allowed.load()];
  const stops = [servers.watch(refreshSoon), settings.watch(showSettings), ...(await Promise.all(loads))];
  const replies = new SavedReplies({ store: stores.replies, session });
  const parts = { ...base, ...readers, ...forModels, sessions, upkeep, drift, earlier, replies, rules };
  return {
    ...parts,
    refreshServers: refresh,
    configOf: (serverId) => configOf(servers, serverId),
    close: () => endHost(parts, { stops, writing, messages: base.messages }),
  };
}
