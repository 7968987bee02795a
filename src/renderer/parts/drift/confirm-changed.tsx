import { useRef } from 'react';
import type { DriftMark } from '#shared/drift.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { foreignWords } from '../../ui/foreign-segments.ts';
import { DriftDetail } from './drift-words.tsx';
import { useAcceptDrift, useDriftItems } from './use-drift.ts';

export interface ConfirmChangedProps {
  readonly serverId: string;
  readonly mark: DriftMark;
  /** It also says that it may destroy something, and that was not asked yet. */
  readonly destructive: boolean;
  /** It is sent from Traffic, as a request, and not run with a form. */
  readonly sends?: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asked before the first call of a tool that is not what was accepted. */
export function ConfirmChanged({ serverId, mark, destructive, sends, onCancel, onConfirm }: ConfirmChangedProps) {
  const verb = sends ? 'send' : 'run';
  const cancel = useRef<HTMLButtonElement>(null);
  const loaded = useDriftItems(serverId, [mark]);
  const accept = useAcceptDrift(serverId);
  const acceptAndRun = async () => {
    if (await accept([mark])) onConfirm();
  };
  return (
    <Dialog
      open
      onOpenChange={onCancel}
      title={`${foreignWords(mark.name, 60)} changed since you accepted it`}
      description={sends ? 'Read what it says now before you send it.' : 'Read what it says now before it runs.'}
      width={760}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onCancel}>
            Cancel
          </Button>
          <span className="sp" />
          <Button variant={destructive ? 'danger' : 'outline'} onClick={onConfirm}>
            {sends ? 'Send' : 'Run'} all the same
          </Button>
          <Button variant={destructive ? 'danger' : 'pri'} onClick={() => void acceptAndRun()}>
            Accept and {verb}
          </Button>
        </>
      }
    >
      <div className="drift-ask">
        <DriftDetail loaded={loaded} />
        {destructive && (
          <p>The server marks this tool as destructive. It may change or delete data, and this app cannot undo that.</p>
        )}
        <p className="t2">This is asked once for each change and connection, until you accept it.</p>
      </div>
    </Dialog>
  );
}
