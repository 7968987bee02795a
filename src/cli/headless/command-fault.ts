/** Exit codes, the same for every command. After a signal it is 128 and the signal's number. */
export const EXIT = { done: 0, failed: 1, usage: 2, connection: 3, timeout: 4, interrupted: 130, terminated: 143 };

/** Ends a command with an exit code. The message is written for a person. */
export class CommandFault extends Error {
  readonly exitCode: number;
  /** What a script gets of it as JSON. */
  readonly error: Record<string, unknown>;

  constructor(exitCode: number, message: string, error: Record<string, unknown> = {}) {
    super(message);
    this.name = 'CommandFault';
    this.exitCode = exitCode;
    this.error = { message, ...error };
  }
}
