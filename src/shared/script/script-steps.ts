import type { RunScript, Step } from './run-script.ts';

/** Steps that go on with what an earlier step began, or say something; the others send something of their own. */
export type FlowStep = Extract<Step, { do: 'answer' | 'stop' | 'compare' | 'show' }>;
/** Steps that are one operation, or several, and nothing else. */
export type PlainStep = Exclude<Step, FlowStep | { do: 'connect' }>;

/** What follows on a step at the same server: a call that is answered or stopped next is left open for that. */
export type Next = 'answer' | 'stop' | undefined;

/** The step after one, as far as it decides how long that one is waited for. A step that names no server is at the first one. */
export function nextOf({ servers = {}, steps }: Pick<RunScript, 'servers' | 'steps'>, at: number): Next {
  const [step, next] = [steps[at], steps[at + 1]];
  const serverOf = (one: Step) => one.target ?? Object.keys(servers)[0];
  if (!step || !next || serverOf(next) !== serverOf(step)) return undefined;
  return next.do === 'answer' || next.do === 'stop' ? next.do : undefined;
}

/** What an audience sees as one page: a step that says something, and those after it that do not. */
export interface ScriptPage {
  say: NonNullable<Step['say']>;
  /** Places in the steps of the script. */
  steps: number[];
}

/** The pages of a script, in order. */
export function pagesOf({ steps }: RunScript): ScriptPage[] {
  const pages: ScriptPage[] = [];
  for (const [at, { say, do: deed }] of steps.entries()) {
    const last = pages.at(-1);
    if (say || !last) pages.push({ say: say ?? { title: deed }, steps: [at] });
    else last.steps.push(at);
  }
  return pages;
}
