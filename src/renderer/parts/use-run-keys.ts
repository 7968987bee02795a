import { useEffect } from 'react';
import { isCovered } from '../ui/is-dialog-open.ts';
import { hasMod } from '../ui/platform.ts';
import { useStable } from '../ui/use-stable.ts';

/** What the keys of Tools and Prompts do (DESIGN 3.8); a view leaves out what it does not have. */
export interface RunKeys {
  readonly run: () => void;
  readonly sendAnyway: () => void;
  readonly stop: () => void;
  readonly switchMode?: () => void;
  readonly nextProblem: () => void;
  readonly previousProblem: () => void;
  readonly toResult: () => void;
}

function keyOf(event: KeyboardEvent): keyof RunKeys | undefined {
  if (event.key === 'F8') return event.shiftKey ? 'previousProblem' : 'nextProblem';
  if (!hasMod(event) || event.altKey) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'enter') return event.shiftKey ? 'sendAnyway' : 'run';
  if (key === 'j' && event.shiftKey) return 'toResult';
  if (event.shiftKey) return undefined;
  if (key === '.') return 'stop';
  return key === 'e' ? 'switchMode' : undefined;
}

/** The inbox is a dialog beside the tab, not over it: what is pressed in it is meant for it. */
function inDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null;
}

/** A form in the view that sends by the same key; only what is meant for the run gets past it. */
function inOwnForm(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[data-own-keys]') !== null;
}

const PAST_FORM: readonly (keyof RunKeys | undefined)[] = ['stop', 'toResult'];

/** The keys of a view that runs something. They are taken before the code editor, which has other uses for some of them. */
export function useRunKeys(keys: RunKeys): void {
  const press = useStable((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (isCovered() || inDialog(event.target)) return;
    const name = keyOf(event);
    if (inOwnForm(event.target) && !PAST_FORM.includes(name)) return;
    const act = name && keys[name];
    if (!act) return;
    event.preventDefault();
    event.stopPropagation();
    act();
  });
  useEffect(() => {
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [press]);
}

/** Which of several problems F8 and Shift+F8 lead to next, round and round; fields with several count once. */
export function problemAfter<T extends { readonly path: string }>(
  problems: readonly T[],
  before: string | undefined,
  step: 1 | -1,
): T | undefined {
  const places = problems.filter((one, index) => problems.findIndex(({ path }) => path === one.path) === index);
  const at = places.findIndex(({ path }) => path === before);
  if (at < 0) return step > 0 ? places[0] : places.at(-1);
  return places[(at + step + places.length) % places.length];
}
