import { type RefObject, useEffect, useRef, useState } from 'react';

const CONTROLS =
  '.inp input:not([tabindex="-1"]), .inp select, textarea, .opts [tabindex="0"], .seg [tabindex="0"], [role="switch"]';

/** The control of a field: its menu comes before it, so a plain search for a button would find that. */
export function controlIn(field: HTMLElement | undefined): HTMLElement | undefined {
  return field?.querySelector<HTMLElement>(CONTROLS) ?? field?.querySelector<HTMLElement>('button') ?? undefined;
}

export interface AddedFocus {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Focuses the field at this place among the children of the element, once it is drawn. */
  readonly expect: (place: number) => void;
}

/** After something was added by keyboard the focus goes into it, rather than getting lost with the button. */
export function useAddedFocus(): AddedFocus {
  const ref = useRef<HTMLDivElement>(null);
  const [wanted, setWanted] = useState<number>();
  useEffect(() => {
    if (wanted === undefined) return;
    const field = ref.current?.children[wanted];
    if (field instanceof HTMLElement) controlIn(field)?.focus();
    setWanted(undefined);
  }, [wanted]);
  return { ref, expect: setWanted };
}
