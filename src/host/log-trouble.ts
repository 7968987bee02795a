import type { NoteDraft } from '#core/tap.ts';
import { HostError, messageOf } from '#shared/errors.ts';
import type { WireLog } from './store/wire-log.ts';
import type { BodyStore } from './transport/body-store.ts';

/** What happens when the log of a session cannot be written: it is said, and the session goes on. */
export interface LogTrouble {
  failed(error: HostError): void;
  written(): void;
  /** Why the log cannot be written just now, in plain words; undefined while it can. */
  readonly text: string | undefined;
  /** The log's payload files; a payload that finds no room stays in its record. */
  bodies(log: Pick<WireLog, 'put'>): BodyStore;
}

/**
 * Says once that the log cannot be written and once that it can again. `say` is called a little later, never amid the
 * writing of a record: what it says is a record itself. As the first word may find no room either, the last one tells
 * the reason again.
 */
export function createLogTrouble(say: (note: NoteDraft) => void): LogTrouble {
  let trouble: { text: string; reason: string; since: string } | undefined;
  const failed = (error: HostError): void => {
    if (trouble) return;
    const text = `${error.message} Until then records are lost.`;
    trouble = { text, reason: error.message, since: new Date().toISOString() };
    setImmediate(() => say({ what: 'log.failed', level: 'error', text }));
  };
  return {
    failed,
    written: () => {
      if (!trouble) return;
      const { reason, since } = trouble;
      trouble = undefined;
      const text = `The log can be written again. Records that came since ${since} are missing in it. The reason was: ${reason}`;
      setImmediate(() => say({ what: 'log.written', level: 'warn', text }));
    },
    get text() {
      return trouble?.text;
    },
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
