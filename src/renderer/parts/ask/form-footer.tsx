import { ShieldAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Icon } from '../../ui/icon.tsx';
import { oneLine } from './ask-words.ts';
import { sendWords, useRound } from './round-context.ts';

export interface FormFooterProps {
  readonly serverName: string;
  /** A field seems to ask for a secret. */
  readonly secrets: boolean;
  readonly disabled: boolean;
  readonly onDecline: () => void;
  readonly onCancel: () => void;
  readonly onAccept: () => void;
  /** Sends a reply that does not fit; undefined while nothing is wrong with it. */
  readonly onAnyway: (() => void) | undefined;
}

/** The warning and the buttons below a form. */
export function FormFooter(props: FormFooterProps) {
  const { serverName, secrets, disabled, onDecline, onCancel, onAccept, onAnyway } = props;
  const round = useRound();
  return (
    <>
      {secrets ? (
        <div className="ask-warn">
          <Callout kind="wait" title="This form seems to ask for a secret">
            The protocol forbids asking for secrets in a form. Decline unless this is a test.
          </Callout>
        </div>
      ) : (
        <p className="ask-note">
          <Icon icon={ShieldAlert} size="s" />
          <span>{oneLine(serverName, 60)} receives everything you enter. Never type passwords or keys here.</span>
        </p>
      )}
      <div className="dlg-f ask-f">
        <Button disabled={disabled} onClick={onDecline} title="The server receives the action decline">
          Decline
        </Button>
        <Button variant="quiet" disabled={disabled} onClick={onCancel} title="The server receives the action cancel">
          Cancel request
        </Button>
        <span className="sp" />
        {onAnyway && (
          <Button
            variant="quiet"
            disabled={disabled}
            onClick={onAnyway}
            title="The server receives the reply as it is, although it does not fit"
          >
            Send anyway
          </Button>
        )}
        <Button
          variant="pri"
          keys={onAnyway ? undefined : ['mod', 'enter']}
          disabled={disabled}
          onClick={onAccept}
          title="The server receives the action accept with what you entered"
        >
          {sendWords(round, 'Accept and send')}
        </Button>
      </div>
    </>
  );
}
