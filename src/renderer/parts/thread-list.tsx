import {
  ArrowRight,
  Ban,
  Bell,
  Check,
  CircleDashed,
  CircleX,
  Hand,
  Hourglass,
  Loader,
  type LucideIcon,
  MessageCircleQuestionMark,
  TriangleAlert,
} from 'lucide-react';
import { useState } from 'react';
import type { ThreadStep } from '#shared/traffic.ts';
import { cx } from '../ui/cx.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatDuration } from '../ui/format.ts';
import { Icon } from '../ui/icon.tsx';
import type { Kind } from '../ui/kind.ts';
import { BrowsingStep } from './ask/browsing-step.tsx';
import { StepPayload } from './step-payload.tsx';

type StepKind = ThreadStep['kind'];

const LOOKS: Readonly<Record<StepKind, { icon: LucideIcon; kind: Kind | undefined }>> = {
  started: { icon: Hand, kind: 'srv' },
  sent: { icon: ArrowRight, kind: 'req' },
  progress: { icon: Bell, kind: 'ntf' },
  log: { icon: Bell, kind: 'ntf' },
  note: { icon: Bell, kind: 'ntf' },
  ask: { icon: MessageCircleQuestionMark, kind: 'srv' },
  waiting: { icon: Hourglass, kind: 'wait' },
  reply: { icon: MessageCircleQuestionMark, kind: 'srv' },
  retry: { icon: ArrowRight, kind: 'req' },
  task: { icon: Loader, kind: 'req' },
  result: { icon: Check, kind: 'ok' },
  future: { icon: CircleDashed, kind: undefined },
};
/** How a result looks that is none. */
const BAD: Readonly<Record<'warn' | 'error', { icon: LucideIcon; kind: Kind }>> = {
  warn: { icon: Ban, kind: 'ntf' },
  error: { icon: CircleX, kind: 'err' },
};
/** What these steps carry is the point of them; of others it is shown on request. */
const OPEN: ReadonlySet<StepKind> = new Set(['sent', 'reply', 'note']);
/** What the others carry. */
const CARRIED: Readonly<Partial<Record<StepKind, string>>> = { ask: 'the question', result: 'the result' };

function lookOf({ kind, tone, title }: ThreadStep): { icon: LucideIcon; kind: Kind | undefined } {
  if (kind !== 'result' || tone === undefined || tone === 'ok') return LOOKS[kind];
  return title === 'Tool error' ? { icon: TriangleAlert, kind: 'err' } : BAD[tone];
}

export interface ThreadListProps {
  readonly sessionId: string;
  readonly steps: readonly ThreadStep[];
  /** How far the reply is that the call waits for: `draft, 1 problem`. */
  readonly waiting?: string | undefined;
  /** A request of the call: what it waits for in the browser is gone on with here. */
  readonly exchangeId?: string | undefined;
  /** Shows the task that the call became. */
  readonly onTask?: (() => void) | undefined;
}

/** S11. The steps of a call as a list; what they carry is read when it is looked at. */
export function ThreadList({ sessionId, steps, waiting, exchangeId, onTask }: ThreadListProps) {
  return (
    <ol className="th" aria-label="Steps of the call">
      {steps.map((step, place) => {
        const { icon, kind } = lookOf(step);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: steps are only added at the end, and one may repeat another
          <li key={place}>
            <div className="rail-n">
              <span className={kind === undefined ? 'dir dir-open' : `dir k-${kind}`}>
                <Icon icon={icon} size="s" />
              </span>
            </div>
            <div className="bd">
              <StepHead step={step} waiting={waiting} />
              <StepBody sessionId={sessionId} step={step} />
              {exchangeId !== undefined && step.kind === 'waiting' && (
                <BrowsingStep sessionId={sessionId} exchangeId={exchangeId} />
              )}
              {onTask && step.kind === 'task' && step.items === undefined && (
                <button type="button" className="textbtn th-more" onClick={onTask}>
                  Show the task
                </button>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** Words beside the title: they are short, and the step has no room of its own for them. */
function aside({ kind, text, waitedUs, items }: ThreadStep): string | undefined {
  if (kind === 'reply' && waitedUs !== undefined) return `after ${formatDuration(waitedUs / 1000)}`;
  const short = items !== undefined || kind === 'progress' || kind === 'task';
  return short && text !== undefined && text !== '' ? text : undefined;
}

interface StepHeadProps {
  readonly step: ThreadStep;
  readonly waiting: string | undefined;
}

function StepHead({ step, waiting }: StepHeadProps) {
  const { kind, title, detail, after } = step;
  const beside = kind === 'waiting' ? waiting : aside(step);
  return (
    <div className="hd">
      <span className={cx('t', kind === 'future' && 't-open')}>{title}</span>
      {detail !== undefined && (
        <span className="mono t2 el">
          <ForeignText text={detail} limit={128} inert />
        </span>
      )}
      {beside !== undefined && (
        <span className="t2 fs12 el">
          <ForeignText text={beside} limit={128} inert />
        </span>
      )}
      {kind !== 'waiting' && kind !== 'future' && <span className="at">{formatDuration(after / 1000)}</span>}
    </div>
  );
}

function StepBody({ sessionId, step }: { readonly sessionId: string; readonly step: ThreadStep }) {
  const { kind, title, text, seq, path, items, progress } = step;
  const [open, setOpen] = useState(items === undefined && OPEN.has(kind));
  const told = aside(step) === text;
  const payload = seq !== undefined && path !== undefined ? { seq, path } : undefined;
  const listed = (items?.length ?? 0) < (step.count ?? 0) ? 'the newest' : 'each';
  const more = items !== undefined || (payload !== undefined && !OPEN.has(kind));
  return (
    <>
      {text !== undefined && text !== '' && !told && (
        <div className="sub">
          <ForeignText text={text} limit={300} />
        </div>
      )}
      {kind === 'progress' && items === undefined && progress && <Meter progress={progress} label={title} />}
      {more && (
        <button type="button" className="textbtn th-more" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'} {items ? listed : (CARRIED[kind] ?? 'the message')}
          <span className="vh"> of: {title}</span>
        </button>
      )}
      {open && payload && <StepPayload sessionId={sessionId} {...payload} label={title} />}
      {open && items && (
        <ol className="th-items">
          {items.map((item) => (
            <li key={item.seq}>
              <ForeignText text={item.text === '' ? `message ${item.seq}` : item.text} limit={200} inert />
              <span className="at">{formatDuration(item.after / 1000)}</span>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}

function Meter({
  progress,
  label,
}: {
  readonly progress: NonNullable<ThreadStep['progress']>;
  readonly label: string;
}) {
  const { value, total } = progress;
  if (total === undefined || total <= 0) return null;
  const share = Math.min(100, Math.max(0, (value / total) * 100));
  return (
    <div
      className="bar th-bar"
      role="progressbar"
      aria-label={label}
      aria-valuenow={Math.round(share)}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <i style={{ width: `${share}%` }} />
    </div>
  );
}
