import { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';

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
  dock: z
    .object({ open: z.boolean(), tab: DockTab, height: z.number() })
    .catch({ open: true, tab: 'stderr', height: 130 }),
  railOpen: z.boolean().catch(true),
  /** Px of resizable panes, by name such as `traffic/inspector`. */
  sizes: z.record(z.string(), z.number()).catch({}),
});
export type SavedPage = z.infer<typeof SavedPage>;

/** Page-only state: selection, layout, what is open. Never anything the host knows. */
export interface PageState extends SavedPage {
  /** Text under review in the add-server dialog, or the server being edited there; undefined when it is closed. */
  review: { text: string; source: string; serverId?: string } | undefined;
  paletteOpen: boolean;
  inboxOpen: boolean;
  /** What was typed for asks that are not answered yet, by ask; never kept over a restart. */
  askDrafts: Record<string, unknown>;
  set(patch: Partial<Omit<PageState, 'set' | 'select' | 'openTab' | 'selectServer' | 'draft'>>): void;
  selectServer(serverId: string | undefined): void;
  openTab(serverId: string, tab: TabId): void;
  select(list: string, id: string): void;
  draft(key: string, text: string | undefined): void;
}
export type PageStore = StoreApi<PageState>;

const MAX_DRAFTS = 200;

function withDraft(drafts: Record<string, string>, key: string, text: string | undefined): Record<string, string> {
  const { [key]: _old, ...rest } = drafts;
  const kept = Object.entries(rest).slice(-MAX_DRAFTS + 1);
  return Object.fromEntries(text === undefined ? kept : [...kept, [key, text]]);
}

export function createPageStore(saved: unknown): PageStore {
  const parsed = SavedPage.safeParse(saved);
  const start = parsed.success ? parsed.data : SavedPage.parse({});
  return createStore<PageState>((set) => ({
    ...start,
    review: undefined,
    paletteOpen: false,
    inboxOpen: false,
    askDrafts: {},
    set: (patch) => set(patch),
    selectServer: (serverId) => set({ serverId }),
    openTab: (serverId, tab) => set((s) => ({ serverId, tabs: { ...s.tabs, [serverId]: tab } })),
    select: (list, id) => set((s) => ({ selected: { ...s.selected, [list]: id } })),
    draft: (key, text) => set((s) => ({ drafts: withDraft(s.drafts, key, text) })),
  }));
}

/** The part of the page state that is kept over a restart. */
export function savedPart(state: PageState): SavedPage {
  const { serverId, tabs, selected, drafts, dock, railOpen, sizes } = state;
  return { serverId, tabs, selected, drafts, dock, railOpen, sizes };
}
