import { ExternalLink, Minus } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { addressVerdict } from '#shared/address/address-verdict.ts';
import { messageOf } from '#shared/errors.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { AddressWarnings } from './address-warnings.tsx';
import { FullAddress } from './full-address.tsx';
import { OpenInBrowser } from './open-in-browser.tsx';

export interface LeaveDialogProps {
  readonly title: string;
  readonly description: string | undefined;
  /** As the server wrote it. */
  readonly address: string;
  readonly onClose: () => void;
  /** Says that closing keeps something for later; without it closing is closing. */
  readonly keepLabel?: string | undefined;
  /** The safest button: it has the focus first. */
  readonly safe: RefObject<HTMLButtonElement | null>;
  /** Above the address. */
  readonly head?: ReactNode;
  /** Below the warnings: what opening does; left out where nothing is opened. */
  readonly facts?: ReactNode;
  readonly foot?: ReactNode;
  /** Buttons at the left; the safest one is among them. */
  readonly left: ReactNode;
  /** Whether there is anything to open for; else the button is left out. */
  readonly offered: boolean;
  /** It was opened before. */
  readonly again: boolean;
  readonly onOpened: () => void;
}

/**
 * S25. Asked before a page is opened outside the app: the whole address, what is odd about it, and nothing is fetched or
 * opened before the button is pressed. What the verdict forbids has no such button.
 */
export function LeaveDialog(props: LeaveDialogProps) {
  const { link, app } = useWirebench();
  const { keepLabel, again, onOpened } = props;
  const [problem, setProblem] = useState<string>();
  const verdict = addressVerdict(props.address);
  const wasOpened = () => {
    setProblem(undefined);
    onOpened();
  };
  const openIn = (url: string) => {
    const opening = link.client()['shell.open']({ url });
    opening.then(wasOpened, (error: unknown) => setProblem(messageOf(error)));
  };
  return (
    <Dialog
      open
      alert
      onOpenChange={(shown) => shown || props.onClose()}
      title={props.title}
      description={props.description}
      icon={
        <span className="dir k-srv">
          <Icon icon={ExternalLink} />
        </span>
      }
      {...(keepLabel === undefined ? {} : { closeLabel: keepLabel, closeIcon: Minus })}
      width={600}
      initialFocus={props.safe}
      className="leave"
      footer={
        <>
          {props.left}
          <span className="sp" />
          {verdict.open && props.offered && (
            <OpenInBrowser
              label={again ? 'Open again' : 'Open in browser'}
              href={verdict.address.href}
              again={again}
              onOpened={wasOpened}
              open={app.can.openExternal ? () => openIn(verdict.address.href) : undefined}
            />
          )}
        </>
      }
    >
      <div className="form">
        {props.head}
        <FullAddress text={props.address} address={verdict.open ? verdict.address : undefined} />
        <AddressWarnings verdict={verdict} />
        {problem !== undefined && (
          <Callout kind="err" title="The page was not opened" role="alert">
            {problem}
          </Callout>
        )}
        {props.foot}
        {verdict.open && props.facts}
      </div>
    </Dialog>
  );
}
