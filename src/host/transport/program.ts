import type { Readable, Writable } from 'node:stream';
import type { Exit } from '#shared/session.ts';

/** A harder way to end a program than closing its input. */
export interface Rung {
  /** Plain words for the log: `Sent SIGTERM`. */
  text: string;
  act(): Promise<void>;
}

/** Something running that speaks lines on three streams: a child process or a worker thread. */
export interface Program {
  readonly pid?: number;
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
  /** Resolves when the program itself ended; what it started may live on. Never rejects. */
  readonly exited: Promise<Exit>;
  /** How many processes of it live, those it started included. */
  alive(): Promise<number>;
  /** Resident memory of them when it was last looked at, bytes; undefined where that is not known. */
  memory?(): number | undefined;
  /** Gentlest first. */
  readonly rungs: readonly Rung[];
  /** Why it ended, where more is known than an exit code. */
  fault?(): string | undefined;
  /** Nothing of it lives any more. */
  forget(): void;
}
