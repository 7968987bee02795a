import type { HttpView } from '#shared/log-views.ts';
import type { TimingPhase } from '#shared/traffic.ts';
import type { ThreadReader, ThreadRound } from './thread.ts';
import type { ThreadSpan } from './thread-asks.ts';

type What = TimingPhase['what'];

interface Piece {
  what: What;
  from: number;
  to: number;
}

/** Where a round's HTTP exchange got to, in microseconds since the request of the story was sent. */
function httpPieces(view: HttpView, { from, to, wall }: { from: number; to: number; wall: number }): Piece[] {
  const at = (t: number) => from + (t - wall);
  const started = Math.max(from, at(view.startedAt));
  const { timing } = view;
  const pieces: Piece[] = [];
  let reached = started;
  const step = (what: What, end: number | undefined) => {
    if (end === undefined || end <= reached) return;
    pieces.push({ what, from: reached, to: Math.min(end, to) });
    reached = Math.min(end, to);
  };
  if (timing && !timing.reused) {
    step('name', timing.dnsUs === undefined ? undefined : reached + timing.dnsUs);
    step('tcp', timing.tcpUs === undefined ? undefined : reached + timing.tcpUs);
    step('tls', timing.tlsUs === undefined ? undefined : reached + timing.tlsUs);
  }
  step('sending', timing?.sentUs === undefined ? undefined : started + timing.sentUs);
  step('first', view.headAt === undefined ? to : at(view.headAt));
  step('receiving', to);
  return pieces;
}

function roundPieces(round: ThreadRound, view: HttpView | undefined, on: { start: number; now: number }): Piece[] {
  const from = round.sentM - on.start;
  const to = Math.max(from, (round.endM ?? on.now) - on.start);
  // One that was led elsewhere began before the request that is shown.
  if (view && view.redirects === undefined) return httpPieces(view, { from, to, wall: round.exchange.startedAt });
  const written = Math.min(to, from + (round.writtenUs ?? 0));
  const server: Piece = { what: 'server', from: written, to };
  return written > from ? [{ what: 'sending', from, to: written }, server] : [server];
}

/** What of a piece is left when the time of others is taken out of it. */
function without(piece: Piece, spans: readonly Piece[]): Piece[] {
  let left = [piece];
  for (const span of spans) {
    left = left.flatMap((one) => {
      if (span.to <= one.from || span.from >= one.to) return [one];
      const before = { ...one, to: span.from };
      const after = { ...one, from: span.to };
      return [before, after].filter(({ from, to }) => to > from);
    });
  }
  return left;
}

function spansOf(what: What, spans: readonly ThreadSpan[], on: { start: number; now: number }): Piece[] {
  return spans.map(({ from, to = on.now }) => ({ what, from: from - on.start, to: to - on.start }));
}

/** Who was waited for: a person, unless something else answered. */
function whoseTime({ by }: ThreadSpan): What {
  return by === 'rule' || by === 'provider' || by === 'script' ? by : 'person';
}

/** Who was waited for at each time: nobody twice, and of several a person first. */
function waitPieces(waits: readonly ThreadSpan[], on: { start: number; now: number }): Piece[] {
  const all = waits.flatMap((wait) => spansOf(whoseTime(wait), [wait], on));
  const out: Piece[] = [];
  for (const first of [true, false]) {
    const own = all.filter(({ what }) => (what === 'person') === first);
    for (const one of own.toSorted((a, b) => a.from - b.from)) out.push(...without(one, out));
  }
  return out;
}

/**
 * How the time of a story was spent. `http` finds what was seen of the exchange on a channel; `now` is the newest
 * monotonic time of the log.
 */
export function threadPhases(
  reader: Pick<ThreadReader, 'rounds' | 'waits' | 'tasks' | 'startM'>,
  http: (ch: string) => HttpView | undefined,
  now: number,
): TimingPhase[] {
  const on = { start: reader.startM, now };
  const person = waitPieces(reader.waits, on);
  const several = reader.rounds.length > 1;
  const phases: TimingPhase[] = reader.rounds.flatMap((round, at) => {
    const pieces = roundPieces(round, http(round.exchange.ch), on).flatMap((piece) => without(piece, person));
    return pieces.map((piece) => ({ ...piece, ...(several ? { round: at + 1 } : {}) }));
  });
  const tasks = spansOf('task', reader.tasks, on).flatMap((piece) => without(piece, person));
  return [...phases, ...person, ...tasks].filter(({ from, to }) => to > from).toSorted((a, b) => a.from - b.from);
}
