/** A process this app started; `start` is its birth mark of process-table.ts. */
export interface ChildEntry {
  pid: number;
  start: string;
  command: string;
}

/** Keeps note of running children on disk, so that the next host can end them when this one was killed. */
export interface ChildRegistry {
  add(child: ChildEntry): void;
  remove(pid: number): void;
}
