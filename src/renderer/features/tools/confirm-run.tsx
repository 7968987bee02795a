import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { foreignWords } from '../../ui/foreign-segments.ts';

export interface ConfirmRunProps {
  readonly open: boolean;
  readonly toolName: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

/** Asked before the first run of a destructive tool in a session. */
export function ConfirmRun({ open, toolName, onCancel, onConfirm }: ConfirmRunProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && onCancel()}
      title={`Run ${foreignWords(toolName, 60)}?`}
      width={440}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="danger" onClick={onConfirm}>
            Run, this can change data
          </Button>
        </>
      }
    >
      <p>The server marks this tool as destructive. It may change or delete data, and this app cannot undo that.</p>
      <p className="t2">This is asked once for each tool and connection.</p>
    </Dialog>
  );
}
