import {
  ArrowRight,
  Bell,
  Check,
  Hourglass,
  type LucideIcon,
  MessageCircleQuestionMark,
  TriangleAlert,
} from 'lucide-react';
import type { Operation, PendingInput } from '#shared/entities.ts';
import type { Exchange } from '#shared/exchange.ts';
import { formatSize, plural } from '../../ui/format.ts';
import type { Kind } from '../../ui/kind.ts';
import { isOver, runWords } from './run-words.ts';

export interface ThreadStep {
  readonly key: string;
  readonly icon: LucideIcon;
  readonly kind: Kind;
  readonly title: string;
  readonly detail?: string | undefined;
  readonly text?: string | undefined;
  /** Milliseconds since the start of the run. */
  readonly atMs?: number | undefined;
}

const REPLIES: Readonly<Record<PendingInput['status'], string>> = {
  waiting: 'Your reply',
  accepted: 'Accepted',
  declined: 'Declined',
  cancelled: 'Cancelled',
  expired: 'No reply was needed any more',
};
const WHO: Readonly<Record<string, string>> = {
  person: 'by you',
  rule: 'by a rule',
  script: 'by a script',
  provider: 'by the model provider',
};

function askSteps(run: Operation, ask: PendingInput): ThreadStep[] {
  const waiting = ask.status === 'waiting';
  const reply =
    ask.answeredBy === undefined ? REPLIES[ask.status] : `${REPLIES[ask.status]} ${WHO[ask.answeredBy] ?? ''}`;
  return [
    {
      key: `${ask.id} asked`,
      icon: MessageCircleQuestionMark,
      kind: 'srv',
      title: 'Server needs input',
      detail: ask.method,
      text: ask.key === undefined ? undefined : `key ${ask.key.slice(0, 60)}`,
      atMs: ask.createdAt - run.startedAt,
    },
    {
      key: `${ask.id} reply`,
      icon: waiting ? Hourglass : MessageCircleQuestionMark,
      kind: waiting ? 'wait' : 'srv',
      title: reply,
      text: waiting ? 'The call goes on once you have answered.' : ask.closedBecause,
      atMs: ask.answeredAt === undefined ? undefined : ask.answeredAt - run.startedAt,
    },
  ];
}

function requestSteps(run: Operation, exchanges: readonly Exchange[]): ThreadStep[] {
  const mine = exchanges.filter(({ origin }) => origin === 'client');
  if (mine.length === 0) {
    return [{ key: 'sent', icon: ArrowRight, kind: 'req', title: 'Request sent', detail: run.label, atMs: 0 }];
  }
  return mine.map((exchange, place) => ({
    key: exchange.id,
    icon: ArrowRight,
    kind: 'req',
    title:
      place === 0 ? 'Request sent' : exchange.method === mine[0]?.method ? 'Retried with the answer' : 'Asked again',
    detail: `${exchange.method}, id ${JSON.stringify(exchange.rpcId)}`,
    text: formatSize(exchange.bytesOut),
    atMs: exchange.startedAt / 1000 - run.startedAt,
  }));
}

function noteSteps(run: Operation): ThreadStep[] {
  const steps: ThreadStep[] = [];
  const { progress, progressCount, noticeCount } = run;
  if (progressCount > 0) {
    const part =
      progress?.total === undefined ? String(progress?.value ?? '') : `${progress.value} of ${progress.total}`;
    const text = [part, progress?.message].filter(Boolean).join(', ');
    steps.push({ key: 'progress', icon: Bell, kind: 'ntf', title: plural(progressCount, 'progress update'), text });
  }
  if (noticeCount > 0)
    steps.push({ key: 'notices', icon: Bell, kind: 'ntf', title: plural(noticeCount, 'log message') });
  return steps;
}

function endStep(run: Operation): ThreadStep[] {
  if (!isOver(run)) return [];
  const { word, kind } = runWords(run);
  const good = run.status === 'done' && !run.toolError;
  const size = run.resultBytes === undefined ? undefined : formatSize(run.resultBytes);
  return [
    {
      key: 'end',
      icon: good ? Check : TriangleAlert,
      kind: good ? 'ok' : kind,
      title: good ? 'Result' : word,
      text: run.fault?.message ?? size,
      atMs: run.endedAt === undefined ? undefined : run.endedAt - run.startedAt,
    },
  ];
}

/** The story of a run: what was sent, what came in between, what was asked and answered, how it ended. */
export function threadSteps(
  run: Operation,
  exchanges: readonly Exchange[],
  asks: readonly PendingInput[],
): ThreadStep[] {
  const timed = [...requestSteps(run, exchanges), ...asks.flatMap((ask) => askSteps(run, ask))];
  // Steps without a time stay behind the one they belong to.
  let last = 0;
  const placed = timed.map((step) => {
    last = step.atMs ?? last;
    return { step, at: last };
  });
  const ordered = placed.toSorted((a, b) => a.at - b.at).map(({ step }) => step);
  const [first, ...rest] = ordered;
  return [...(first ? [first] : []), ...noteSteps(run), ...rest, ...endStep(run)];
}
