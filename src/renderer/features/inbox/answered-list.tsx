import { Check, CircleSlash, Clock, type LucideIcon, Undo2, X } from 'lucide-react';
import type { PendingInput } from '#shared/entities.ts';
import { askOrigin, endWords, oneLine } from '../../parts/ask/ask-words.ts';
import { useAskerName } from '../../parts/ask/use-asker-name.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';

const LOOKS: Readonly<Record<PendingInput['status'], { icon: LucideIcon; tone: string }>> = {
  waiting: { icon: Clock, tone: 't3' },
  accepted: { icon: Check, tone: 'c-ok' },
  declined: { icon: X, tone: 'c-err' },
  cancelled: { icon: Undo2, tone: 't2' },
  'left-out': { icon: CircleSlash, tone: 't2' },
  expired: { icon: Clock, tone: 'c-wait' },
};

interface AnsweredListProps {
  /** Newest first. */
  readonly asks: readonly PendingInput[];
  readonly onOpen: (ask: PendingInput) => void;
}

/** What was answered last, by whom and when. */
export function AnsweredList({ asks, onOpen }: AnsweredListProps) {
  if (asks.length === 0) return null;
  return (
    <section aria-label="Answered">
      <h3 className="li-g">Answered</h3>
      <ul className="inbox-done">
        {asks.map((ask) => (
          <Answered key={ask.id} ask={ask} onOpen={onOpen} />
        ))}
      </ul>
    </section>
  );
}

function Answered({ ask, onOpen }: { readonly ask: PendingInput; readonly onOpen: (ask: PendingInput) => void }) {
  const server = useAskerName(ask);
  const operation = useEntity('operation', ask.operationId);
  const { icon, tone } = LOOKS[ask.status];
  const words = [endWords(ask), askOrigin(ask, operation, 'shared')].filter((part) => part !== '');
  return (
    <li>
      <button type="button" className="inbox-r" onClick={() => onOpen(ask)}>
        <span className={tone}>
          <Icon icon={icon} size="s" />
        </span>
        <span className="el">{oneLine(server, 60)}</span>
        <span className="t3 fs12 el">{words.join(', ')}</span>
        <span className="sp" />
        <span className="fs11 t3 tn">{ask.answeredAt === undefined ? '' : formatTime(ask.answeredAt).slice(0, 8)}</span>
      </button>
    </li>
  );
}
