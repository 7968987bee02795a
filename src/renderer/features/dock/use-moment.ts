import { messageOf } from '#shared/errors.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';

/** Shows in Traffic what was going on when a record came: the newest row that had begun by then. */
export function useMoment(
  serverId: string | undefined,
  sessionId: string | undefined,
): ((seq: number) => void) | undefined {
  const { link, page } = useWirebench();
  const { toast } = useFeedback();
  if (sessionId === undefined) return undefined;
  return (seq) => {
    link
      .client()
      ['log.rowNear']({ sessionId, seq })
      .then(
        ({ row }) => {
          if (row === undefined) return toast('There was no traffic yet at this moment.');
          page.getState().select(`${sessionId}/traffic`, String(row));
          if (serverId !== undefined) page.getState().openTab(serverId, 'traffic');
        },
        (error: unknown) => toast(messageOf(error)),
      );
  };
}
