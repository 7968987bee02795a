import { messageOf } from '#shared/errors.ts';
import { useWirebench } from '../store/wirebench.tsx';
import { useFeedback } from '../ui/feedback.tsx';

/** Stops an operation; what keeps it from being stopped is told. */
export function useStopCall(): (operationId: string) => void {
  const { link } = useWirebench();
  const { toast } = useFeedback();
  return (operationId) => {
    link
      .client()
      ['operation.cancel']({ operationId })
      .catch((error: unknown) => toast(messageOf(error)));
  };
}
