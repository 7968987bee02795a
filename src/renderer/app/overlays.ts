import { createStore, type StoreApi } from 'zustand/vanilla';

/** What lies over the frame and is never restored. The palette's openness itself is page state. */
export interface Overlays {
  /** What the palette starts with, for example `@` for servers. */
  paletteText: string;
  shortcutsOpen: boolean;
  /** Server whose removal waits for a yes. */
  removing: string | undefined;
  /** Server of which two sessions are chosen to be compared. */
  comparing: string | undefined;
  /** All traffic is searched. */
  searching: boolean;
}
export type OverlayStore = StoreApi<Overlays>;

export function createOverlays(): OverlayStore {
  return createStore<Overlays>(() => ({
    paletteText: '',
    shortcutsOpen: false,
    removing: undefined,
    comparing: undefined,
    searching: false,
  }));
}
