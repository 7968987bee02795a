import { useRef } from 'react';
import { messageOf } from '#shared/errors.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import type { RowChoice } from './use-row-choice.ts';
import type { TrafficChoice } from './use-traffic-filter.ts';

export interface NextFailedOptions {
  readonly sessionId: string;
  readonly filter: Pick<TrafficChoice, 'filter' | 'narrowing'>;
  readonly choice: RowChoice;
  /** The table shows the row that was found instead of its end. */
  readonly onFound: () => void;
}

/** Goes to the failed row after the chosen one, or before it, wherever it is in the log. Says so where there is none. */
export function useNextFailed(options: NextFailedOptions): (back: boolean) => void {
  const { sessionId, filter, choice, onFound } = options;
  const { link } = useWirebench();
  const { toast } = useFeedback();
  const busy = useRef(false);
  return (back) => {
    const { client } = link.state.getState();
    // A key that is held asks one question after the other.
    if (!client || busy.current) return;
    busy.current = true;
    const from = choice.number === undefined ? {} : { from: choice.number };
    client['log.nextFailed']({ sessionId, filter: filter.filter, back, ...from })
      .then((found) => {
        if (!found.row) return toast(noneText(back, choice.number, filter.narrowing !== undefined));
        choice.show(found);
        onFound();
      })
      .catch((error: unknown) => toast(messageOf(error)))
      .finally(() => {
        busy.current = false;
      });
  };
}

function noneText(back: boolean, from: number | undefined, narrowed: boolean): string {
  const where = from === undefined ? '' : back ? ' above this row' : ' below this row';
  return `No failure${where}${narrowed ? ' among the rows that the filter shows' : ''}`;
}
