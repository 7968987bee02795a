import type { EraName } from '#shared/product.ts';

/** What has to be known of a task to ask for it again in a later session. Times in milliseconds. */
export interface KeptTask {
  id: string;
  /** The call that became the task, such as `tools/call build`. */
  origin: string;
  era: EraName;
  /** The session that started it. */
  startedIn: string;
  createdAt: number;
  seenAt: number;
  ttlMs?: number | null | undefined;
  pollEveryMs?: number | undefined;
}

/** Tasks of a server that outlive a session (TASKL-15, TASKX-05). */
export interface TaskMemory {
  /** Those that had not ended when the session began. */
  readonly kept: readonly KeptTask[];
  keep(task: KeptTask): void;
  /** It ended, or the server does not know it any more. */
  forget(taskId: string): void;
}

/** For sessions that remember nothing. */
export const noTaskMemory: TaskMemory = { kept: [], keep: () => undefined, forget: () => undefined };
