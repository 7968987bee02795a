import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ServerEntry } from '#shared/entities.ts';
import { currentPlace, goToPlace, type Place, placeLink, samePlace, sameView } from '../parts/place.ts';
import type { EntityState } from '../store/state.ts';
import type { Wirebench } from '../store/wirebench.tsx';

/** Places behind and ahead of the current one, nearest last. */
export interface PlaceHistory {
  readonly back: readonly Place[];
  readonly forward: readonly Place[];
}

export interface Places {
  readonly state: StoreApi<PlaceHistory>;
  /** Follows the page from place to place; gives what ends it. */
  follow(): () => void;
  /** Back (-1) or forward (1) to the next place that is still there. False when there is none. */
  walk(step: 1 | -1): boolean;
}

/** Going through a list leaves no trace: what is left within this time was only passed, milliseconds. */
const PASSING_MS = 1000;
const MOST_PLACES = 100;
const MOST_RECENT = 20;

type Data = Pick<Wirebench, 'page' | 'entities'>;

/** Servers in the order of the rail, without those that were just taken off it. */
export function serversInOrder(state: EntityState, leaving: readonly string[]): ServerEntry[] {
  return [...state.server.values()].filter((server) => !leaving.includes(server.id)).sort((a, b) => a.order - b.order);
}

/** Where the window is; undefined while it has no server. */
export function placeNow(data: Data): Place | undefined {
  const [page, entities] = [data.page.getState(), data.entities.getState()];
  // While none was chosen, the first one is shown.
  return currentPlace(page, entities, serversInOrder(entities, page.leaving)[0]?.id);
}

/** Remembers a place that was left, for the palette; also over a restart. */
function remember({ page }: Data, place: Place): void {
  const link = placeLink(place);
  const others = page.getState().recent.filter((one) => one !== link);
  page.getState().set({ recent: [link, ...others].slice(0, MOST_RECENT) });
}

/** The places of a window, none behind it yet. `now` tells milliseconds. */
export function createPlaces(data: Data, now: () => number = Date.now): Places {
  const state = createStore<PlaceHistory>(() => ({ back: [], forward: [] }));
  let current: Place | undefined;
  let since = now();
  let walking = false;

  const arrive = (place: Place | undefined) => {
    current = place;
    since = now();
  };
  const look = () => {
    if (walking) return;
    const place = placeNow(data);
    if (!place || (current && samePlace(place, current))) return;
    const left = current;
    const passed = left && sameView(left, place) && (left.item === undefined || now() - since < PASSING_MS);
    arrive(place);
    if (!left || passed) return;
    state.setState({ back: [...state.getState().back, left].slice(-MOST_PLACES), forward: [] });
    remember(data, left);
  };
  const follow = () => {
    arrive(placeNow(data));
    const endings = [
      data.page.subscribe(look),
      // A server can be chosen before the host told of it, and the first one is shown without being chosen.
      data.entities.subscribe(({ server }, before) => {
        if (server !== before.server && placeNow(data)?.serverId !== current?.serverId) look();
      }),
    ];
    return () => {
      for (const end of endings) end();
    };
  };
  const walk = (step: 1 | -1): boolean => {
    const from = step < 0 ? 'back' : 'forward';
    const to = step < 0 ? 'forward' : 'back';
    const left = placeNow(data);
    const ahead = [...state.getState()[from]];
    walking = true;
    let found = false;
    while (!found && ahead.length > 0) {
      const place = ahead.pop();
      // One that is here already would be no step.
      found = place !== undefined && !(left && samePlace(place, left)) && goToPlace(data, place);
    }
    walking = false;
    arrive(placeNow(data));
    const behind = found && left ? [...state.getState()[to], left] : state.getState()[to];
    state.setState({ [from]: ahead, [to]: behind } as unknown as PlaceHistory); // both are lists of places
    return found;
  };
  return { state, follow, walk };
}
