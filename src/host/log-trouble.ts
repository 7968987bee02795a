import type { NoteDraft } from '#core/tap.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import type { WireLog } from './store/wire-log.ts';
import type { BodyStore } from './transport/body-store.ts';

/** What happens when the log of a session cannot be written: it is said, and the session goes on. */
export interface LogTrouble {
  failed(error: HostError): void;
  written(): void;
  /** The log's payload files; a payload that finds no room stays in its record. */
  bodies(log: Pick<WireLog, 'put'>): BodyStore;
}

/**
 * Says once that the log cannot be written and once that it can again. `say` is called a little later, never amid the
 * writing of a record: what it says is a record itself.
 */
export function createLogTrouble(say: (note: NoteDraft) => void): LogTrouble {
  let failing = false;
  const change = (to: boolean, note: NoteDraft): void => {
    if (failing === to) return;
    failing = to;
    setImmediate(() => say(note));
  };
  const failed = (error: HostError): void =>
    change(true, { what: 'log.failed', level: 'error', text: `${error.message} Until then records are lost.` });
  return {
    failed,
    written: () =>
      change(false, {
        what: 'log.written',
        level: 'warn',
        text: 'The log can be written again. Records that came in between are missing in it.',
      }),
    bodies: (log) => ({
      put: (chunks) => {
        try {
          return log.put(chunks);
        } catch (error) {
          failed(error instanceof HostError ? error : new HostError('IO', messageOf(error)));
          return undefined;
        }
      },
    }),
  };
}
