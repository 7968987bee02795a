import { useState } from 'react';
import type { PendingInput, TaskInfo } from '#shared/entities.ts';
import { openAsk } from '../../parts/ask/open-ask.ts';
import { useEntities, usePage, useWirebench } from '../../store/wirebench.tsx';

/** The task that is looked at, and the moves between its row and its detail. */
export interface TaskChoice {
  /** Of the task that was chosen last; the server may not know it any more. */
  readonly chosenId: string | undefined;
  readonly chosen: TaskInfo | undefined;
  /** How often somebody went into the detail since it was closed. */
  readonly entered: number;
  choose(taskId: string): void;
  /** Shows the detail, where it was hidden. */
  show(): void;
  /** Shows the detail and moves the focus into it. */
  enter(): void;
  close(): void;
}

/** The choice among the tasks of a server, kept in the page over a change of tabs. */
export function useTaskChoice(serverId: string, tasks: readonly TaskInfo[]): TaskChoice {
  const { page } = useWirebench();
  const key = `${serverId}/tasks`;
  const chosenId = usePage((state) => state.selected[key]);
  const [entered, setEntered] = useState(0);
  const show = () => page.getState().set({ inspectorOpen: true });
  return {
    chosenId,
    chosen: tasks.find(({ id }) => id === chosenId),
    entered,
    choose: (taskId) => page.getState().select(key, taskId),
    show,
    enter: () => {
      show();
      setEntered((count) => count + 1);
    },
    close: () => {
      page.getState().select(key, '');
      setEntered(0);
    },
  };
}

/** What a task waits for, and the way to its answer in the Inbox. */
export function useTaskAsk(sessionId: string, taskId: string | undefined) {
  const { page } = useWirebench();
  const ask = useEntities((state): PendingInput | undefined =>
    [...state.pending.values()].find(
      (one) => one.sessionId === sessionId && one.taskId === taskId && one.status === 'waiting',
    ),
  );
  const answer = () => {
    if (!ask) return;
    openAsk(page, ask);
  };
  return { ask, answer };
}
