import { Timer } from 'lucide-react';
import type { Operation } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { secondWords } from '../../parts/second-words.ts';
import { useHost } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { Icon } from '../../ui/icon.tsx';
import { useNow } from '../../ui/use-now.ts';

const TICK_MS = 500;
/** Less than this is left: the clock is drawn to be seen. */
const SOON_MS = 10_000;

const WHY = {
  idle: 'Without a sign of life. Progress starts the clock anew.',
  total: 'The limit of the whole call. Progress does not move it.',
} as const;

/** The clock of a running call, and the button that takes its limits off. */
export function TimeLeft({ run }: { readonly run: Operation }) {
  const { limit } = run;
  const host = useHost();
  const { toast, announce } = useFeedback();
  const now = useNow(limit?.endsAt === undefined ? undefined : TICK_MS);
  if (run.status === 'polling') return null;
  if (!limit) return run.status === 'running' ? <p className="fs12 t3">No time limit</p> : null;
  const { endsAt, leftMs, which } = limit;
  const left = endsAt === undefined ? (leftMs ?? 0) : Math.max(0, endsAt - now);
  const keep = () => {
    host['operation.keepWaiting']({ operationId: run.id }).then(
      () => announce('The call has no time limit any more'),
      (error: unknown) => toast(messageOf(error)),
    );
  };
  return (
    <div className="row fs12 time-left">
      <Icon icon={Timer} size="s" className={left < SOON_MS && endsAt !== undefined ? 'c-wait' : 't3'} />
      <span role="timer" className="tn" title={WHY[which]}>
        {endsAt === undefined ? `Timeout paused, ${secondWords(left)} left` : `Timeout in ${secondWords(left)}`}
      </span>
      <span className="sp" />
      <Button size="sm" onClick={keep}>
        Keep waiting
      </Button>
    </div>
  );
}
