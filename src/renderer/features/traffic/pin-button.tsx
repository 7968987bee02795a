import { Pin } from 'lucide-react';
import { useWirebench } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

export interface PinButtonProps {
  readonly sessionId: string;
  readonly pinned: boolean;
  readonly onPinned?: ((pinned: boolean) => void) | undefined;
}

/** Keeps the log of a session whatever the limits say, or no longer. */
export function usePin({ sessionId, pinned, onPinned }: PinButtonProps): () => void {
  const { link } = useWirebench();
  const { announce, toast } = useFeedback();
  return () => {
    link
      .client()
      ['session.pin']({ sessionId, pinned: !pinned })
      .then(
        () => {
          onPinned?.(!pinned);
          announce(pinned ? 'The log is no longer kept for good' : 'The log is kept for good');
        },
        () => toast('The log could not be pinned: the host did not answer.'),
      );
  };
}

/** A toggle; its tooltip says what pinning does. */
export function PinButton(props: PinButtonProps) {
  const toggle = usePin(props);
  const label = props.pinned
    ? 'Pinned: this log is kept whatever the limits say'
    : 'Pin: keep this log whatever the limits say';
  return <IconButton size="sm" icon={Pin} label={label} pressed={props.pinned} onClick={toggle} />;
}
