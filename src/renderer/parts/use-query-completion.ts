import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import {
  completeFilter,
  type FilterCompletion,
  type FilterSuggestion,
  type KnownValues,
} from '#shared/filter/complete-filter.ts';

const NONE: FilterCompletion = { start: 0, end: 0, suggestions: [] };

export interface QueryCompletion {
  suggestions: readonly FilterSuggestion[];
  /** Place of the marked suggestion, -1 for none. */
  active: number;
  /** The text was changed by typing. */
  typed(text: string): void;
  take(suggestion: FilterSuggestion): void;
  close(): void;
  /** True when the key was used up. */
  onKey(event: KeyboardEvent): boolean;
}

export interface QueryCompletionOptions {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  setText: (text: string) => void;
  known: () => KnownValues;
  /** Which suggestions are shown, by the text they put in; absent: all. */
  offers?: ((insert: string) => boolean) | undefined;
}

/** Suggestions for the part of a filter at the caret. Nothing is put in before one is taken. */
export function useQueryCompletion({ input, text, setText, known, offers }: QueryCompletionOptions): QueryCompletion {
  const [found, setFound] = useState(NONE);
  const [active, setActive] = useState(-1);
  const caret = useRef<number>(undefined);
  useLayoutEffect(() => {
    // The browser puts the caret at the end of a text set from outside.
    if (caret.current !== undefined) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = undefined;
  });
  const show = (of: string, at: number) => {
    const all = completeFilter(of, at, known());
    setFound(offers ? { ...all, suggestions: all.suggestions.filter(({ insert }) => offers(insert)) } : all);
    setActive(-1);
  };
  const close = () => setFound(NONE);
  const take = ({ insert }: FilterSuggestion) => {
    const whole = !insert.endsWith(':');
    const rest = text.slice(found.end);
    const put = whole && rest === '' ? `${insert} ` : insert;
    const next = text.slice(0, found.start) + put + rest;
    caret.current = found.start + put.length;
    setText(next);
    // After a key its values follow.
    if (whole) close();
    else show(next, caret.current);
  };
  const { suggestions } = found;
  const move = (step: number) => {
    if (suggestions.length === 0) show(text, input.current?.selectionStart ?? text.length);
    else if (active < 0) setActive(step > 0 ? 0 : suggestions.length - 1);
    else setActive((active + step + suggestions.length) % suggestions.length);
  };
  const onKey = ({ key, shiftKey, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return false;
    if (key === 'ArrowDown' || key === 'ArrowUp') {
      move(key === 'ArrowDown' ? 1 : -1);
      return true;
    }
    if (suggestions.length === 0) return false;
    const begun = found.end > found.start ? suggestions[0] : undefined;
    const chosen = suggestions[active] ?? (key === 'Tab' ? begun : undefined);
    if (key === 'Escape' || (key === 'Enter' && !chosen)) close();
    else if ((key === 'Enter' || (key === 'Tab' && !shiftKey)) && chosen) take(chosen);
    else return false;
    return true;
  };
  const typed = (next: string) => {
    setText(next);
    show(next, input.current?.selectionStart ?? next.length);
  };
  return { suggestions, active, typed, take, close, onKey };
}
