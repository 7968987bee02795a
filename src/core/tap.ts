import type { NoteRecord, WireRecord } from '#shared/records.ts';
import { type Parsed, parseInbound, type RpcMessage } from './messages.ts';
import type { ChannelEnd, Clock, Payload, RecordSink, TransportEnd, TransportEvents } from './ports.ts';

/** Where a message lies in the log, and its payload. */
export interface Seen {
  seq: number;
  ch: string;
  payload: Payload;
  /** Its place in a batch; absent means it came alone or first. */
  index?: number;
}

/** What acts on a transport's reports, each after its record was taken. */
export interface TapHooks {
  message(message: RpcMessage, seen: Seen): void;
  http(event: Parameters<TransportEvents['http']>[0]): void;
  ended(end: ChannelEnd): void;
  closed(end: TransportEnd): void;
  stderr(payload: Payload): void;
  started(facts: Parameters<TransportEvents['started']>[0]): void;
}

export interface NoteDraft {
  what: string;
  text: string;
  level?: NoteRecord['level'];
  data?: unknown;
}

/** The one place where a session's records are numbered and timed. */
export interface Tap {
  /** What one transport reports to; a session may use several, the numbers go on. */
  events(hooks: TapHooks): TransportEvents;
  /** Records an outgoing frame before it is sent. */
  out(ch: string, text: string, parsed: Parsed): number;
  note(note: NoteDraft): number;
}

/** Makes the tap of a session. Numbers start at 1 without gaps; monotonic times start at 0. */
export function createTap({ clock, sink }: { clock: Clock; sink: RecordSink }): Tap {
  const start = clock.mono();
  let last = 0;
  const stamp = () => {
    last += 1;
    return { seq: last, t: clock.wall(), m: clock.mono() - start };
  };
  const keep = (record: WireRecord, parsed?: Parsed): number => {
    sink(record, parsed);
    return record.seq;
  };
  const note = (draft: NoteDraft): number =>
    keep({
      ...stamp(),
      k: 'note',
      what: draft.what,
      text: draft.text,
      level: draft.level ?? 'info',
      ...(draft.data === undefined ? {} : { data: draft.data }),
    });

  const events = (hooks: TapHooks): TransportEvents => ({
    message(ch, payload) {
      const parsed = parseInbound(payload.text);
      const isFrame = parsed.noise === undefined;
      const record: WireRecord = isFrame
        ? { ...stamp(), k: 'frame', dir: 'in', ch, ...payload }
        : { ...stamp(), k: 'noise', ch, ...payload };
      keep(record, parsed);
      const seen = { seq: record.seq, ch, payload };
      let index = 0;
      for (const message of parsed.messages) {
        hooks.message(message, index === 0 ? seen : { ...seen, index });
        index += 1;
      }
    },
    stderr(payload) {
      keep({ ...stamp(), k: 'stderr', ...payload });
      hooks.stderr(payload);
    },
    http(event) {
      keep({ ...stamp(), k: 'http', ...event });
      hooks.http(event);
    },
    note(draft) {
      keep({ ...stamp(), k: 'note', ...draft });
    },
    started: (facts) => hooks.started(facts),
    ended: (end) => hooks.ended(end),
    closed: (end) => hooks.closed(end),
  });

  return {
    events,
    note,
    out: (ch, text, parsed) => keep({ ...stamp(), k: 'frame', dir: 'out', ch, text }, parsed),
  };
}
