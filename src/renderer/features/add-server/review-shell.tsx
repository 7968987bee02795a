import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { hasMod } from '../../ui/platform.ts';
import type { Adding } from './use-add.ts';

const KEYS = ['mod', 'enter'];

interface ReviewShellProps {
  description: ReactNode;
  note: ReactNode;
  adding: Adding;
  /** Why nothing can be saved; replaces the buttons. */
  blocked: string | undefined;
  /** Why nothing can be started, although it can be saved. */
  notYet: string | undefined;
  /** Nothing to save yet. */
  waiting: boolean;
  /** Saving without starting is the main button. */
  saveFirst: boolean;
  onAdd: (start: boolean) => void;
  onClose: () => void;
  children: ReactNode;
}

function Buttons(props: ReviewShellProps & { stopped: boolean }) {
  const { blocked, notYet, saveFirst, stopped, onAdd } = props;
  if (blocked !== undefined) {
    return (
      <Button variant="pri" disabled>
        {blocked}
      </Button>
    );
  }
  const save = (
    <Button
      key="save"
      variant={saveFirst ? 'pri' : 'outline'}
      keys={saveFirst ? KEYS : undefined}
      disabled={stopped}
      onClick={() => onAdd(false)}
    >
      Add without starting
    </Button>
  );
  const start = (
    <Button
      key="start"
      variant={saveFirst ? 'outline' : 'pri'}
      keys={saveFirst ? undefined : KEYS}
      disabled={stopped || notYet !== undefined}
      onClick={() => onAdd(true)}
    >
      Add and connect
    </Button>
  );
  return saveFirst ? [start, save] : [save, start];
}

/** Frame of the review: head, and a footer with the only buttons that save or start anything. */
export function ReviewShell(props: ReviewShellProps) {
  const { adding, blocked, notYet, saveFirst, onAdd, onClose } = props;
  const stopped = adding.busy || blocked !== undefined || props.waiting;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !hasMod(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!stopped && (saveFirst || notYet === undefined)) onAdd(!saveFirst);
  };
  const footer = (
    <>
      <span className="fs12 t2">{notYet ?? props.note}</span>
      <span className="sp" />
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Buttons {...props} stopped={stopped} />
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Review before anything runs"
      description={props.description}
      width={1060}
      className="review"
      holds
      footer={footer}
    >
      <div className="review-b" onKeyDownCapture={press}>
        {props.children}
        {adding.error !== undefined && (
          <div className="review-e">
            <Callout kind="err" role="alert" title="The server could not be added">
              <p>{adding.error}</p>
            </Callout>
          </div>
        )}
      </div>
    </Dialog>
  );
}
