/** A process this app started; `start` is its birth mark of process-table.ts. */
export interface ChildEntry {
  pid: number;
  start: string;
  command: string;
  /** Processes it started that left its group: once it is dead nothing else ties them to it. */
  strays?: Stray[] | undefined;
}

/** A process with its birth mark. */
export interface Stray {
  pid: number;
  start: string;
}

/** Keeps note of running children on disk, so that the next host can end them when this one was killed. */
export interface ChildRegistry {
  add(child: ChildEntry): void;
  remove(pid: number): void;
  /** The strays of a child are these now. */
  strayed(pid: number, strays: Stray[]): void;
}
