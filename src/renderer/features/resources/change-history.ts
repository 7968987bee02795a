import type { Operation } from '#shared/entities.ts';

/** One line of the change history: what happened to a resource in this session. */
export interface HistoryStep {
  readonly key: string;
  readonly what: 'First read' | 'Read again' | 'Updated, read again' | 'Updated' | 'Read again, the same';
  /** Wall clock, milliseconds. */
  readonly at: number;
}

/** Readings and updates of one resource, newest first. An update that was read is one step with its reading. */
export function changeHistory(done: readonly Operation[], updates: readonly number[]): HistoryStep[] {
  const steps: HistoryStep[] = [];
  let from = Number.NEGATIVE_INFINITY;
  let before: Operation | undefined;
  for (const one of done) {
    const at = one.startedAt;
    const told = updates.some((update) => update > from && update <= at);
    const same = one.contentsPrint !== undefined && one.contentsPrint === before?.contentsPrint;
    const what = !before ? 'First read' : told ? 'Updated, read again' : same ? 'Read again, the same' : 'Read again';
    steps.push({ key: one.id, what, at });
    before = one;
    from = at;
  }
  const unread = updates.filter((update) => update > from);
  return [
    ...steps,
    ...unread.map((at, index) => ({ key: `update ${index} ${at}`, what: 'Updated' as const, at })),
  ].reverse();
}
