import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { LeaveApp } from '../../ask/leave-app.tsx';

export interface OpenLinkDialogProps {
  /** As the server wrote it. */
  readonly address: string;
  readonly onClose: () => void;
}

/** S25. Asked before a link in a server's text is opened. */
export function OpenLinkDialog({ address, onClose }: OpenLinkDialogProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <LeaveApp
      title="Open this link?"
      description="The server wrote it. Nothing was loaded from it."
      address={address}
      onClose={onClose}
      safe={cancel}
      offered
      again={false}
      onOpened={onClose}
      left={
        <Button ref={cancel} onClick={onClose}>
          Cancel
        </Button>
      }
    />
  );
}
