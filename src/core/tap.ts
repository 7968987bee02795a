import type { FrameRecord, NoiseRecord, NoteRecord, StderrRecord, WireRecord } from '#shared/records.ts';
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

/** Takes over what only few payloads have. */
function carry(record: FrameRecord | NoiseRecord | StderrRecord, { b64, body, open }: Payload): void {
  if (b64 !== undefined) record.b64 = b64;
  if (body !== undefined) record.body = body;
  if (open !== undefined) record.open = open;
}

function handOn(messages: RpcMessage[], seen: Seen, hooks: TapHooks): void {
  let index = 0;
  for (const message of messages) {
    hooks.message(message, index === 0 ? seen : { ...seen, index });
    index += 1;
  }
}

/** Makes the tap of a session. Numbers start at 1 without gaps; monotonic times start at 0. */
export function createTap({ clock, sink }: { clock: Clock; sink: RecordSink }): Tap {
  const start = clock.mono();
  let last = 0;
  const next = () => {
    last += 1;
    return last;
  };
  const mono = () => clock.mono() - start;
  const stamp = () => ({ seq: next(), t: clock.wall(), m: mono() });
  const keep = (record: WireRecord, parsed?: Parsed): number => {
    sink(record, parsed);
    return record.seq;
  };
  // Records are written out, because spreads make slow objects of changing shapes, and each of these comes often.
  const note = (draft: NoteDraft): number => {
    const { what, text, level = 'info', data } = draft;
    const record: NoteRecord = { seq: next(), t: clock.wall(), m: mono(), k: 'note', what, text, level };
    if (data !== undefined) record.data = data;
    return keep(record);
  };
  const out: Tap['out'] = (ch, text, parsed) =>
    keep({ seq: next(), t: clock.wall(), m: mono(), k: 'frame', dir: 'out', ch, text }, parsed);

  const events = (hooks: TapHooks): TransportEvents => ({
    message(ch, payload, at) {
      const parsed = parseInbound(payload.text);
      const { text } = payload;
      const record: FrameRecord | NoiseRecord =
        parsed.noise === undefined
          ? { seq: next(), t: clock.wall(), m: mono(), k: 'frame', dir: 'in', ch, text }
          : { seq: next(), t: clock.wall(), m: mono(), k: 'noise', ch, text };
      if (record.k === 'noise' && at !== undefined) record.at = at;
      carry(record, payload);
      keep(record, parsed);
      handOn(parsed.messages, { seq: record.seq, ch, payload }, hooks);
    },
    stderr(payload) {
      const record: StderrRecord = { seq: next(), t: clock.wall(), m: mono(), k: 'stderr', text: payload.text };
      carry(record, payload);
      keep(record);
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

  return { events, note, out };
}
