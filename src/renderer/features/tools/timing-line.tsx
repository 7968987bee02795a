import type { Operation } from '#shared/entities.ts';
import type { ThreadStep, TimingPhase } from '#shared/traffic.ts';
import { waitedWords } from '../../parts/ask/ask-words.ts';
import { formatDuration, plural } from '../../ui/format.ts';
import { useNow } from '../../ui/use-now.ts';
import { tookMs } from './run-words.ts';

export interface TimingLineProps {
  readonly run: Operation;
  /** As the host tells them; none where it cannot, the strip then tells what the run itself knows. */
  readonly phases: readonly TimingPhase[];
  readonly steps: readonly ThreadStep[];
  /** Since when the run waits for a person, wall clock, milliseconds; undefined while it does not. */
  readonly since?: number | undefined;
}

type Part = 'sent' | 'server' | 'person' | 'waiting' | 'rule' | 'provider' | 'script' | 'received';

/** A stretch of time, microseconds since the request. */
interface Piece {
  readonly part: Part;
  readonly from: number;
  readonly to: number;
}

const PART_OF: Readonly<Record<TimingPhase['what'], Part>> = {
  name: 'sent',
  tcp: 'sent',
  tls: 'sent',
  sending: 'sent',
  first: 'server',
  server: 'server',
  task: 'server',
  person: 'person',
  rule: 'rule',
  provider: 'provider',
  script: 'script',
  receiving: 'received',
};
const PARTS: readonly { part: Part; word: string; colour: string; bar: string }[] = [
  { part: 'sent', word: 'Sent', colour: 'c-req', bar: 'b-req' },
  { part: 'server', word: 'Server', colour: 'c-res', bar: 'timing-server' },
  { part: 'person', word: 'You', colour: 'c-wait', bar: 'b-wait' },
  { part: 'waiting', word: 'Waiting for you', colour: 'c-wait', bar: 'b-wait' },
  { part: 'rule', word: 'Rule', colour: 'c-srv', bar: 'b-srv' },
  { part: 'provider', word: 'Model', colour: 'c-srv', bar: 'b-srv' },
  { part: 'script', word: 'Script', colour: 'c-srv', bar: 'b-srv' },
  { part: 'received', word: 'Received', colour: 'c-res', bar: 'b-res' },
];
const MOST_TICKS = 200;

/** Who is waited for in phases that are not the server's nor the wire's. */
const ASKED: ReadonlySet<string> = new Set(['person', 'rule', 'provider', 'script']);

/**
 * Whether the phases leave out a waiting that the run knows of: a question was not certainly the call's, or the call was
 * stopped before it was answered. All of that time would be told as the server's.
 */
const lackWaiting = (phases: readonly TimingPhase[], { waitedMs }: Operation): boolean =>
  waitedMs > 0 && !phases.some(({ what }) => ASKED.has(what));

/** Phases of a run of which the host told none: the time of the server, then that of a person. */
function knownPhases(run: Operation): TimingPhase[] {
  const server = tookMs(run, run.endedAt ?? run.startedAt) * 1000;
  const all: TimingPhase[] = [
    { what: 'server', from: 0, to: server },
    { what: 'person', from: server, to: server + run.waitedMs * 1000 },
  ];
  return all.filter(({ from, to, what }) => to > from || what === 'server');
}

/** When notifications came, microseconds since the request. */
function ticksOf(steps: readonly ThreadStep[]): number[] {
  const heard = steps.filter(({ kind }) => kind === 'progress' || kind === 'log' || kind === 'note');
  return heard.flatMap(({ items, after }) => items?.map((item) => item.after) ?? [after]).slice(0, MOST_TICKS);
}

function countWords({ progressCount, noticeCount }: Operation, ticks: readonly number[]): string {
  const counts = [
    progressCount > 0 ? plural(progressCount, 'progress update') : undefined,
    noticeCount > 0 ? plural(noticeCount, 'log message') : undefined,
  ].filter((words) => words !== undefined);
  const only = progressCount + noticeCount === 1 ? ticks[0] : undefined;
  return `${counts.join(', ')}${only === undefined || counts.length === 0 ? '' : ` at ${formatDuration(only / 1000)}`}`;
}

/** What is known while a person is waited for: the time of the server, what was waited for before, and what is waited for now. */
function openPieces({ startedAt, waitedMs }: Operation, since: number, now: number): Piece[] {
  const server = Math.max(0, since - startedAt - waitedMs) * 1000;
  const before = server + waitedMs * 1000;
  const all: Piece[] = [
    { part: 'server', from: 0, to: server },
    { part: 'person', from: server, to: before },
    { part: 'waiting', from: before, to: before + Math.max(0, now - since) * 1000 },
  ];
  return all.filter(({ part, from, to }) => to > from || part !== 'person');
}

/** S09. How the time of a finished or waiting run was spent, with a tick for each notification; the numbers below. */
export function TimingLine({ run, phases, steps, since }: TimingLineProps) {
  const now = useNow(since === undefined ? undefined : 1000);
  const open = since === undefined ? undefined : openPieces(run, since, now);
  const told = phases.length > 0 && !lackWaiting(phases, run) ? phases : knownPhases(run);
  const shown = open ?? told.map(({ what, from, to }): Piece => ({ part: PART_OF[what], from, to }));
  const ticks = open ? [] : ticksOf(steps);
  const end = Math.max(1, ...shown.map(({ to }) => to), ...ticks);
  const sums = PARTS.map((one) => {
    const own = shown.filter(({ part }) => part === one.part);
    return { ...one, count: own.length, us: own.reduce((sum, { from, to }) => sum + to - from, 0) };
  }).filter(({ count }) => count > 0);
  const lasted = (part: Part, us: number) => (part === 'waiting' ? waitedWords : formatDuration)(us / 1000);
  const words = sums.map(({ part, word, us }) => `${word.toLowerCase()} ${lasted(part, us)}`).join(', ');
  const counted = countWords(run, ticks);
  return (
    <div className="timing">
      <div className="wf" role="img" aria-label={`Timing: ${words}`}>
        <i className="b-track" style={{ left: 0, width: '100%' }} />
        {shown.map(({ part, from, to }, place) => (
          <i
            // biome-ignore lint/suspicious/noArrayIndexKey: two stretches may begin in the same microsecond
            key={place}
            className={PARTS.find((one) => one.part === part)?.bar}
            style={{ left: `min(${(from / end) * 100}%, 100% - 2px)`, width: `${((to - from) / end) * 100}%` }}
          />
        ))}
        {ticks.map((at, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two notifications may come in the same microsecond
          <i key={place} className="tick b-ntf" style={{ left: `min(${(at / end) * 100}%, 100% - 2px)` }} />
        ))}
      </div>
      <div className="row fs11 t3 tn">
        {sums.map(({ part, word, colour, us }) => (
          <span key={part} className="nw">
            <span className={colour}>{word}</span> {lasted(part, us)}
          </span>
        ))}
        <span className="sp" />
        {open ? <span className="nw">Timeout paused</span> : counted !== '' && <span className="el">{counted}</span>}
      </div>
    </div>
  );
}
