import { useEffect, useState } from 'react';
import { goToPlace, placeLink, readPlace } from '../parts/place.ts';
import { usePage, useWirebench, type Wirebench } from '../store/wirebench.tsx';
import { useFeedback } from '../ui/feedback.tsx';
import { createPlaces, type Places, placeNow } from './places.ts';

/** Where this window keeps its own place over a reload; another window of the same host has its own. */
const KEPT = 'wirebench.place';
const [BACK_BUTTON, FORWARD_BUTTON] = [3, 4];

/** The place this window was at before it was reloaded. */
export function keptPlace(): string | undefined {
  return sessionStorage.getItem(KEPT) ?? undefined;
}

/** Goes to the place that a link named, as soon as there is one. */
function useWantedPlace({ page, entities }: Wirebench): void {
  const { toast } = useFeedback();
  const wanted = usePage((state) => state.wanted);
  useEffect(() => {
    if (wanted === undefined) return;
    page.getState().set({ wanted: undefined });
    const place = readPlace(wanted);
    if (place && goToPlace({ page, entities }, place)) return;
    if (wanted !== keptPlace()) toast('This link leads to a server that is not on the list. It may have been removed.');
  }, [wanted, page, entities, toast]);
}

function useKeptPlace(wirebench: Wirebench): void {
  useEffect(
    () =>
      wirebench.page.subscribe(() => {
        const place = placeNow(wirebench);
        if (place) sessionStorage.setItem(KEPT, placeLink(place));
      }),
    [wirebench],
  );
}

/** The buttons of a mouse for back and forward; the browser's own history has nothing to do with the places. */
function useMouseButtons(places: Places): void {
  useEffect(() => {
    const life = new AbortController();
    const press = (event: MouseEvent) => {
      if (event.button !== BACK_BUTTON && event.button !== FORWARD_BUTTON) return;
      event.preventDefault();
      if (event.type === 'mouseup') places.walk(event.button === BACK_BUTTON ? -1 : 1);
    };
    window.addEventListener('mousedown', press, { signal: life.signal });
    window.addEventListener('mouseup', press, { signal: life.signal });
    return () => life.abort();
  }, [places]);
}

/** Where this window was (DESIGN 3.6): back and forward, links to places, and its own place over a reload. */
export function usePlaces(): Places {
  const wirebench = useWirebench();
  const [places] = useState(() => createPlaces(wirebench));
  useWantedPlace(wirebench);
  useKeptPlace(wirebench);
  useMouseButtons(places);
  // After the effect that goes to a wanted place: the window begins there.
  useEffect(() => places.follow(), [places]);
  return places;
}
