import { type RefObject, useRef } from 'react';
import { problemAfter } from '../../parts/use-run-keys.ts';
import type { PromptArgument } from './prompt-arguments.ts';

/** The required arguments of a prompt that are empty, and the way to their fields. */
export interface Missing {
  /** The field of the first one; undefined when none is missing. */
  readonly field: () => HTMLElement | null | undefined;
  /** Focuses the field of the next (1) or previous (-1) one. False when none is missing. */
  readonly step: (by: 1 | -1) => boolean;
}

export function useMissing(
  form: RefObject<HTMLFormElement | null>,
  args: readonly PromptArgument[],
  values: Readonly<Record<string, string>>,
): Missing {
  const last = useRef<string>(undefined);
  const missing = args.filter((one) => one.required && (values[one.name] ?? '') === '');
  const fieldOf = (name: string | undefined) => {
    const places = [...(form.current?.querySelectorAll<HTMLElement>('[data-argument]') ?? [])];
    return places.find((one) => one.dataset.argument === name)?.querySelector<HTMLElement>('input, textarea');
  };
  const step = (by: 1 | -1) => {
    const places = missing.map(({ name }) => ({ path: name }));
    last.current = problemAfter(places, last.current, by)?.path;
    fieldOf(last.current)?.focus();
    return last.current !== undefined;
  };
  return { field: () => fieldOf(missing[0]?.name), step };
}
