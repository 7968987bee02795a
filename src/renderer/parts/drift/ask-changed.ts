import type { DriftMark } from '#shared/drift.ts';
import type { ChangedAsk } from '../../store/page.ts';
import type { Wirebench } from '../../store/wirebench.tsx';

/** Who is about to be called. */
export interface ChangedTarget {
  readonly serverId: string;
  /** The session that the call goes to. */
  readonly sessionId: string;
}

const keyOf = (sessionId: string, { name, at }: DriftMark): string => `${sessionId} ${at} ${name}`;

/** Whether a person went on after being asked about this change in this session. */
export function wasAsked(asked: ReadonlySet<string>, sessionId: string, mark: DriftMark): boolean {
  return asked.has(keyOf(sessionId, mark));
}

/** The change that has to be asked about before a tool is called; undefined when there is none, or it was asked. */
function openChange({ entities, page }: Wirebench, { serverId, sessionId }: ChangedTarget, tool: string) {
  const { server, operation } = entities.getState();
  const marks = server.get(serverId)?.drift ?? [];
  const mark = marks.find(({ kind, name, change }) => kind === 'tools' && change === 'changed' && name === tool);
  if (!mark || wasAsked(page.getState().changedAsked, sessionId, mark)) return undefined;
  const isRun = ({ verb, label, ...of }: { sessionId: string; verb: string; label: string; startedAt: number }) =>
    of.sessionId === sessionId && verb === 'tools.call' && label === tool && of.startedAt >= mark.at;
  return [...operation.values()].some(isRun) ? undefined : mark;
}

/** Puts the question; one that is open already gets the same answer. */
function ask({ page }: Wirebench, { serverId, sessionId }: ChangedTarget, mark: DriftMark): Promise<boolean> {
  const key = keyOf(sessionId, mark);
  const open = page.getState().changedAsks.find((one) => one.key === key);
  if (open) return open.answered;
  let settle: (goOn: boolean) => void = () => undefined;
  const answered = new Promise<boolean>((resolve) => {
    settle = resolve;
  });
  const answer: ChangedAsk['answer'] = (goOn) => {
    const { changedAsks, changedAsked, set } = page.getState();
    set({
      changedAsks: changedAsks.filter((one) => one.key !== key),
      changedAsked: goOn ? new Set([...changedAsked, key]) : changedAsked,
    });
    settle(goOn);
  };
  const question = { key, serverId, mark, answer, answered };
  page.getState().set({ changedAsks: [...page.getState().changedAsks, question] });
  return answered;
}

/**
 * Asks before the first call of each of these tools that is not what was accepted of its server, as Tools does before
 * a run (docs/drift.md). Resolves with false when a person would rather not.
 */
export async function askChanged(
  wirebench: Wirebench,
  target: ChangedTarget,
  tools: readonly string[],
): Promise<boolean> {
  for (const tool of new Set(tools)) {
    const mark = openChange(wirebench, target, tool);
    if (mark && !(await ask(wirebench, target, mark))) return false;
  }
  return true;
}
