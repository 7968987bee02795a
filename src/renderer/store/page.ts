import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Detection } from '#shared/candidates.ts';
import type { CompareSide } from '#shared/compare.ts';
import { PendingReply } from '#shared/contract.ts';
import type { DriftMark } from '#shared/drift.ts';
import { ALL_SERVERS } from '#shared/exchange.ts';
import type { SettingField } from '#shared/fix.ts';
import { parsedObject } from '#shared/json.ts';
import type { RunScript } from '#shared/script/run-script.ts';

export const TabId = z.enum([
  'diagnosis',
  'tools',
  'resources',
  'prompts',
  'tasks',
  'traffic',
  'notifications',
  'info',
]);
export type TabId = z.infer<typeof TabId>;

export const DockTab = z.enum(['stderr', 'client', 'wire']);
export type DockTab = z.infer<typeof DockTab>;

/** What is restored at the next start. Unknown or damaged parts fall back to their defaults. */
export const SavedPage = z.object({
  serverId: z.string().optional().catch(undefined),
  tabs: z.record(z.string(), TabId).catch({}),
  /** Selected item per server and list, for example `srv1/tools`. */
  selected: z.record(z.string(), z.string()).catch({}),
  /** Arguments typed for a tool or prompt, as JSON text, by `srv1/tools/echo`. */
  drafts: z.record(z.string(), z.string()).catch({}),
  /** What was typed for asks that are not answered yet, as JSON text without secrets, by ask. */
  askTexts: z.record(z.string(), z.string()).catch({}),
  /** Held replies without a secret in them, each as JSON text, since what is saved can hold no null. */
  heldTexts: z.record(z.string(), z.string()).catch({}),
  /** Asks that a person put aside. */
  asideAsks: z.array(z.string()).catch([]),
  /** When each draft was last changed, wall milliseconds; it is kept for 30 days. */
  draftedAt: z.record(z.string(), z.number()).catch({}),
  dock: z
    .object({ open: z.boolean(), tab: DockTab, height: z.number() })
    .catch({ open: true, tab: 'stderr', height: 130 }),
  railOpen: z.boolean().catch(true),
  /** Whether a chosen row of Traffic, Tasks or Notifications shows its inspector. */
  inspectorOpen: z.boolean().catch(true),
  /** The inbox stands as a pane at the right instead of over the page. */
  inboxPinned: z.boolean().catch(false),
  /** What the filter of a view holds, by `srv1/tools`. */
  viewFilters: z.record(z.string(), z.string()).catch({}),
  /** Links of places that were left, newest first. */
  recent: z.array(z.string()).catch([]),
  /** Px of resizable panes, by name such as `traffic/inspector`. */
  sizes: z.record(z.string(), z.number()).catch({}),
  /** Traffic filters kept under a name. */
  filters: z.array(z.object({ name: z.string(), text: z.string() })).catch([]),
  /** Columns of tables that were switched on or off, by `traffic/server`. */
  columns: z.record(z.string(), z.boolean()).catch({}),
  /** JSON Pointers that comparisons leave out, by server and what is compared: `srv1/tools/call echo`. */
  ignoredPaths: z.record(z.string(), z.array(z.string())).catch({}),
});
export type SavedPage = z.infer<typeof SavedPage>;

/** What is under review (S02), or the server whose settings are edited (S03). */
export interface Review {
  /** `paste`, `new`, `link`, `client`, `edit`, or the name of the file it came from. */
  source: string;
  /** A text that is still to be read. */
  text?: string;
  /** What the host found in a file. */
  found?: Detection;
  /** The server being edited, with the field that gets the focus. */
  serverId?: string;
  field?: SettingField;
}

/** Two things that lie side by side over the workspace (S32). */
export interface Compared {
  a: CompareSide;
  b: CompareSide;
}

/** A changed tool that is about to be called from outside of Tools, until a person says whether. */
export interface ChangedAsk {
  key: string;
  serverId: string;
  mark: DriftMark;
  answer(goOn: boolean): void;
  answered: Promise<boolean>;
}

/** A script that lies over the window (S34), or why its file cannot be played. */
export interface Demo {
  /** Name of the file. */
  name: string;
  script?: RunScript;
  problem?: string;
  /** When it was opened: the same script opened again starts over. */
  opened: number;
}

/** How far a reply to an ask is. */
export interface AskSend {
  sending: boolean;
  /** Why it did not arrive. */
  problem?: string;
}

/** Page-only state: selection, layout, what is open. Never anything the host knows. */
export interface PageState extends SavedPage {
  /** Undefined when nothing is reviewed or edited. */
  review: Review | undefined;
  /** Undefined when nothing is compared. */
  compare: Compared | undefined;
  /** Undefined outside of demo mode. */
  demo: Demo | undefined;
  /** Two tool definitions are being chosen for a comparison, the first of them this one; undefined when none are. */
  choosing: { name: string | undefined } | undefined;
  /** By server: the earlier session that its Traffic shows instead of the newest one. */
  earlier: Record<string, string>;
  /** A line of the stderr of a session that its logs shall bring into sight; undefined when none is wanted. */
  soughtLine: { sessionId: string; line: number } | undefined;
  /** Whose traffic is shown in the place of a workspace: a session of a server that is gone, or `ALL_SERVERS`. */
  trafficOf: string | undefined;
  /** Section of the settings that is shown in the place of a workspace; undefined when they are closed. */
  settingsAt: string | undefined;
  /** The server that a raw message is written for; undefined when none is. */
  rawFor: string | undefined;
  /** Questions about changed tools, oldest first, and the keys of those that were answered by going on. */
  changedAsks: readonly ChangedAsk[];
  changedAsked: ReadonlySet<string>;
  /** Raw messages by server, newest last; never kept over a restart, because they may hold secrets. */
  rawTexts: Record<string, readonly string[]>;
  /** Changed settings that are not saved, by server; never kept over a restart. */
  heldEdits: Record<string, unknown>;
  /** Servers that were taken off the list and can still be brought back. */
  leaving: readonly string[];
  /** By list, such as `srv1/tools`: a window too narrow for two panes shows the list, not the item. */
  browsing: Record<string, boolean>;
  paletteOpen: boolean;
  inboxOpen: boolean;
  /** A link to a place in the window that is still to be gone to. */
  wanted: string | undefined;
  /** The list and item, such as `srv1/tools/echo`, that its view runs with its last arguments as soon as it can. */
  runFor: string | undefined;
  /** Grows each time somebody asks to hear the last lines of the log. */
  linesAsked: number;
  /** What was typed for asks that are not answered yet, by ask, with secrets; `askTexts` is what is saved of it. */
  askDrafts: Record<string, unknown>;
  /** Replies of a round that are not sent before all of its asks have one, by ask; `heldTexts` is what is saved of it. */
  heldReplies: Record<string, PendingReply>;
  /** Asks whose held reply has a secret in it: it is not saved. */
  secretReplies: ReadonlySet<string>;
  /** Replies under way and why one did not arrive, by ask: the same wherever that ask is shown. */
  askSends: Record<string, AskSend>;
  /** Asks that a person put aside: their sheets do not open by themselves. `asideAsks` is what is saved of it. */
  asksAside: ReadonlySet<string>;
  /** What views were like when they were left, by `ses1/traffic/pause`; only `useKeptState` reads and writes it. */
  leftViews: Readonly<Record<string, unknown>>;
  /** Call whose asks open in the place of its arguments. */
  callOnScreen: string | undefined;
  /** An ask in that place which shall take the focus. */
  askWanted: string | undefined;
  /** The open ask is shown without the inbox, which closes with it. */
  askAlone: boolean;
  /** Arguments with a secret in them, by the keys of `drafts`: kept while the page lives, never written to disk. */
  heldDrafts: Record<string, string>;
  set(patch: PagePatch): void;
  /** Shows the workspace of a server; an open editor gives way to it. */
  selectServer(serverId: string | undefined): void;
  openTab(serverId: string, tab: TabId): void;
  select(list: string, id: string): void;
  /** Keeps the filter of a view; an empty one is forgotten. */
  filterView(view: string, text: string): void;
  /** Keeps a part of what a view is like; undefined forgets it. */
  leaveView(key: string, value: unknown): void;
  /** Keeps what was typed; `secret` keeps it out of what is saved. Undefined: nothing is kept. */
  draft(key: string, text: string | undefined, secret?: boolean): void;
  /** Keeps what was typed for an ask; `text` is what may be saved of it, undefined when nothing may. */
  draftAsk(askId: string, draft: object, text: string | undefined): void;
  /** Shows two things side by side until it is closed, or another server or tab is opened. */
  openCompare(a: CompareSide, b: CompareSide): void;
  closeCompare(): void;
  /** Shows the traffic of a session, or of all servers, in the place of a workspace; undefined goes back to that. */
  showTraffic(sessionId: string | undefined): void;
  /** Shows a section of the settings; without one, what is shown or the first. */
  openSettings(section?: string): void;
  /** Goes back to what the settings took the place of. */
  closeSettings(): void;
  /** Shows an earlier session in the Traffic of its server; undefined goes back to the newest one. */
  showEarlier(serverId: string, sessionId: string | undefined): void;
  /** Keeps a raw message of a server among its last ones. */
  keepRaw(serverId: string, text: string): void;
  /** Replaces the paths that comparisons of one subject leave out. */
  ignorePaths(subject: string, paths: readonly string[]): void;
  /** Drops everything kept for a server that was removed. */
  forget(serverId: string): void;
}
type Action =
  | 'set'
  | 'select'
  | 'openTab'
  | 'selectServer'
  | 'draft'
  | 'draftAsk'
  | 'filterView'
  | 'leaveView'
  | 'openCompare'
  | 'closeCompare'
  | 'showTraffic'
  | 'openSettings'
  | 'closeSettings'
  | 'showEarlier'
  | 'keepRaw'
  | 'ignorePaths'
  | 'forget';
export type PagePatch = Partial<Omit<PageState, Action>>;
export type PageStore = StoreApi<PageState>;

/** Section that the settings open with. */
const FIRST_SECTION = 'appearance';
const MAX_DRAFTS = 200;
const DRAFT_DAYS = 30;
/** Views whose filter is remembered. */
const MAX_FILTERED = 200;
/** Parts of views that are remembered while the page lives; a paused one holds up to 10,000 rows. */
const MAX_LEFT = 100;
/** Longer texts are kept while the page lives only; characters. */
const MAX_SAVED_DRAFT = 100_000;
/** Choices that are remembered; those of sessions long over go first. */
const MAX_SELECTED = 500;
/** Raw messages of a server that are kept. */
const MAX_RAW = 20;
/** Servers whose earlier session is remembered. */
const MAX_EARLIER = 200;
/** Subjects whose ignored paths are remembered, and paths of one. */
const MAX_IGNORED = { subjects: 200, paths: 200 };

/** The newest entries with one more, or without it when there is no text. */
function withNewest<T>(
  texts: Record<string, T>,
  [key, text]: readonly [string, T | undefined],
  most: number,
): Record<string, T> {
  const { [key]: _old, ...rest } = texts;
  const kept = Object.entries(rest).slice(-most + 1);
  return Object.fromEntries(text === undefined ? kept : [...kept, [key, text]]);
}

function withIgnored(all: PageState['ignoredPaths'], subject: string, paths: readonly string[]): typeof all {
  const kept = paths.length > 0 ? paths.slice(-MAX_IGNORED.paths) : undefined;
  return withNewest(all, [subject, kept], MAX_IGNORED.subjects);
}

function without<T>(texts: Record<string, T>, serverId: string): Record<string, T> {
  const own = (key: string) => key === serverId || key.startsWith(`${serverId}/`);
  return Object.fromEntries(Object.entries(texts).filter(([key]) => !own(key)));
}

function withoutEditor(review: Review | undefined): Review | undefined {
  return review?.serverId === undefined ? review : undefined;
}

/** What lies over a workspace or in its place gives way to it. */
function workspaceOnly({ review }: PageState): Pick<PageState, 'review' | 'compare' | 'trafficOf' | 'settingsAt'> {
  return { review: withoutEditor(review), compare: undefined, trafficOf: undefined, settingsAt: undefined };
}

/** Without the drafts that are too old. One without a time was kept by an earlier version and counts from now on. */
function withFreshDrafts(saved: SavedPage, now: number): SavedPage {
  const drafted = Object.keys(saved.drafts).map((key) => [key, saved.draftedAt[key] ?? now] as const);
  const fresh = drafted.filter(([, at]) => now - at < DRAFT_DAYS * 86_400_000);
  const drafts = Object.fromEntries(fresh.map(([key]) => [key, saved.drafts[key] ?? '']));
  return { ...saved, drafts, draftedAt: Object.fromEntries(fresh) };
}

/** What every start begins with. */
const NEVER_SAVED: Omit<PageState, Action | keyof SavedPage> = {
  review: undefined,
  compare: undefined,
  demo: undefined,
  choosing: undefined,
  earlier: {},
  soughtLine: undefined,
  trafficOf: undefined,
  settingsAt: undefined,
  rawFor: undefined,
  changedAsks: [],
  changedAsked: new Set(),
  rawTexts: {},
  heldEdits: {},
  leaving: [],
  browsing: {},
  paletteOpen: false,
  inboxOpen: false,
  wanted: undefined,
  runFor: undefined,
  linesAsked: 0,
  askDrafts: {},
  heldReplies: {},
  secretReplies: new Set(),
  askSends: {},
  asksAside: new Set(),
  leftViews: {},
  callOnScreen: undefined,
  askWanted: undefined,
  askAlone: false,
  heldDrafts: {},
};

function repliesOf(texts: Record<string, string>): Record<string, PendingReply> {
  const replies = Object.entries(texts).flatMap(([id, text]): [string, PendingReply][] => {
    const reply = PendingReply.safeParse(parsedObject(text)).data;
    return reply ? [[id, reply]] : [];
  });
  return Object.fromEntries(replies);
}

/** The state of the page from what was saved; `now` is the wall clock in milliseconds. */
export function createPageStore(saved: unknown, now: () => number = Date.now): PageStore {
  const parsed = SavedPage.safeParse(saved);
  const start = parsed.success ? parsed.data : SavedPage.parse({});
  return createStore<PageState>((set) => ({
    ...withFreshDrafts(start, now()),
    ...NEVER_SAVED,
    asksAside: new Set(start.asideAsks),
    heldReplies: repliesOf(start.heldTexts),
    set: (patch) => set(patch),
    selectServer: (serverId) => set((s) => ({ serverId, ...workspaceOnly(s) })),
    openTab: (serverId, tab) =>
      set((s) => ({
        serverId,
        tabs: { ...s.tabs, [serverId]: tab },
        ...workspaceOnly(s),
      })),
    openCompare: (a, b) => set((s) => ({ compare: { a, b }, review: withoutEditor(s.review) })),
    closeCompare: () => set({ compare: undefined }),
    showTraffic: (trafficOf) => set((s) => ({ ...workspaceOnly(s), trafficOf })),
    openSettings: (section) =>
      set((s) => ({ settingsAt: section ?? s.settingsAt ?? FIRST_SECTION, compare: undefined, inboxOpen: false })),
    closeSettings: () => set({ settingsAt: undefined }),
    showEarlier: (serverId, sessionId) =>
      set((s) => ({ earlier: withNewest(s.earlier, [serverId, sessionId], MAX_EARLIER) })),
    keepRaw: (serverId, text) =>
      set((s) => {
        const others = (s.rawTexts[serverId] ?? []).filter((one) => one !== text);
        return { rawTexts: { ...s.rawTexts, [serverId]: [...others, text].slice(-MAX_RAW) } };
      }),
    ignorePaths: (subject, paths) => set((s) => ({ ignoredPaths: withIgnored(s.ignoredPaths, subject, paths) })),
    select: (list, id) => set((s) => ({ selected: withNewest(s.selected, [list, id], MAX_SELECTED) })),
    filterView: (view, text) =>
      set((s) => ({ viewFilters: withNewest(s.viewFilters, [view, text === '' ? undefined : text], MAX_FILTERED) })),
    leaveView: (key, value) => set((s) => ({ leftViews: withNewest(s.leftViews, [key, value], MAX_LEFT) })),
    draft: (key, text, secret = false) =>
      set((s) => ({
        drafts: withNewest(s.drafts, [key, secret ? undefined : text], MAX_DRAFTS),
        draftedAt: withNewest(s.draftedAt, [key, secret || text === undefined ? undefined : now()], MAX_DRAFTS),
        heldDrafts: withNewest(s.heldDrafts, [key, secret ? text : undefined], MAX_DRAFTS),
      })),
    draftAsk: (askId, draft, text) =>
      set((s) => ({
        askDrafts: { ...s.askDrafts, [askId]: draft },
        askTexts: withNewest(s.askTexts, [askId, text], MAX_DRAFTS),
      })),
    forget: (serverId) =>
      set((s) => ({
        tabs: without(s.tabs, serverId),
        selected: without(s.selected, serverId),
        drafts: without(s.drafts, serverId),
        draftedAt: without(s.draftedAt, serverId),
        viewFilters: without(s.viewFilters, serverId),
        heldDrafts: without(s.heldDrafts, serverId),
        heldEdits: without(s.heldEdits, serverId),
        rawTexts: without(s.rawTexts, serverId),
        ignoredPaths: without(s.ignoredPaths, serverId),
        earlier: without(s.earlier, serverId),
      })),
  }));
}

/** The part of the page state that is kept over a restart. */
export function savedPart(state: PageState): SavedPage {
  const { serverId, tabs, dock, railOpen, inboxPinned, inspectorOpen, sizes, filters, columns } = state;
  const { ignoredPaths, viewFilters, recent } = state;
  // The numbers of its rows are those of this run of the host.
  const { [`${ALL_SERVERS}/traffic`]: _row, ...selected } = state.selected;
  const isShort = ([, text]: readonly [string, string]) => text.length <= MAX_SAVED_DRAFT;
  const texts = Object.entries(state.drafts).filter(isShort);
  const drafts = Object.fromEntries(texts);
  const askTexts = Object.fromEntries(Object.entries(state.askTexts).filter(isShort));
  const draftedAt = Object.fromEntries(texts.map(([key]) => [key, state.draftedAt[key] ?? 0]));
  const layout = { dock, railOpen, inboxPinned, inspectorOpen, sizes, columns };
  const open = Object.entries(state.heldReplies).filter(([id]) => !state.secretReplies.has(id));
  const heldTexts = Object.fromEntries(open.map(([id, reply]) => [id, JSON.stringify(reply)] as const).filter(isShort));
  const asks = { askTexts, heldTexts, asideAsks: [...state.asksAside] };
  const typed = { drafts, draftedAt, ...asks };
  return { serverId, tabs, selected, ...typed, filters, ignoredPaths, viewFilters, recent, ...layout };
}
