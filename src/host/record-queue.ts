import type { Parsed } from '#core/messages.ts';
import type { RecordSink } from '#core/ports.ts';
import type { WireRecord } from '#shared/records.ts';

/** A burst is taken in parts, so that it never lies in memory as a whole. */
const MOST = 256;

export interface RecordQueue {
  sink: RecordSink;
  /** Takes what waits, now. For everybody who reads what records leave behind. */
  drain(): void;
}

/**
 * Hands records on at the end of the turn of the event loop they came in, in order. What a session does next does not
 * wait for its recording: the next request is on its way while the last answer is written down.
 */
export function createRecordQueue(take: RecordSink): RecordQueue {
  let waiting: { record: WireRecord; parsed: Parsed | undefined }[] = [];
  let due: NodeJS.Immediate | undefined;
  const drain = (): void => {
    if (due) clearImmediate(due);
    due = undefined;
    if (waiting.length === 0) return;
    // What is taken may be recorded itself; it then comes after the rest.
    const batch = waiting;
    waiting = [];
    for (const { record, parsed } of batch) take(record, parsed);
  };
  return {
    drain,
    sink: (record, parsed) => {
      waiting.push({ record, parsed });
      if (waiting.length >= MOST) drain();
      else due ??= setImmediate(drain);
    },
  };
}
