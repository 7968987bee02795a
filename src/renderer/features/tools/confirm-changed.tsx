import { useRef } from 'react';
import type { DriftMark } from '#shared/drift.ts';
import { DriftDetail } from '../../parts/drift/drift-words.tsx';
import { useAcceptDrift, useDriftItems } from '../../parts/drift/use-drift.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';

export interface ConfirmChangedProps {
  readonly serverId: string;
  readonly mark: DriftMark;
  /** It also says that it may destroy something, and that was not asked yet. */
  readonly destructive: boolean;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asked before the first run of a tool that is not what was accepted. */
export function ConfirmChanged({ serverId, mark, destructive, onCancel, onConfirm }: ConfirmChangedProps) {
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
      title={`${mark.name.slice(0, 60)} changed since you accepted it`}
      description="Read what it says now before it runs."
      width={760}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onCancel}>
            Cancel
          </Button>
          <span className="sp" />
          <Button variant={destructive ? 'danger' : 'outline'} onClick={onConfirm}>
            Run all the same
          </Button>
          <Button variant={destructive ? 'danger' : 'pri'} onClick={() => void acceptAndRun()}>
            Accept and run
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
