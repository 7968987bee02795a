import { useRef, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { useWirebench } from '../../../store/wirebench.tsx';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { FullAddress } from '../../ask/full-address.tsx';
import { OpenInBrowser } from '../../ask/open-in-browser.tsx';
import { readWebAddress } from '../../ask/web-address.ts';

export interface OpenLinkDialogProps {
  /** As the server wrote it. */
  readonly address: string;
  readonly onClose: () => void;
}

/** S25. Asked before a link in a server's text is opened: the whole address, and what looks odd about it. */
export function OpenLinkDialog({ address: text, onClose }: OpenLinkDialogProps) {
  const { link, app } = useWirebench();
  const cancel = useRef<HTMLButtonElement>(null);
  const [problem, setProblem] = useState<string>();
  const address = readWebAddress(text);
  const open = () => {
    if (!address) return;
    const opening = link.client()['shell.open']({ url: address.href });
    opening.then(onClose, (error: unknown) => setProblem(messageOf(error)));
  };
  return (
    <Dialog
      open
      onOpenChange={(shown) => shown || onClose()}
      title="Open this link?"
      description="The server wrote it. Nothing was loaded from it."
      width={600}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            Cancel
          </Button>
          {address && (
            <OpenInBrowser
              label="Open in browser"
              address={address}
              open={app.can.openExternal ? open : undefined}
              onOpened={onClose}
            />
          )}
        </>
      }
    >
      <div className="form">
        <FullAddress text={text} address={address} />
        {address?.warnings.map(({ title, why }) => (
          <Callout key={title} kind="wait" title={title}>
            {why}
          </Callout>
        ))}
        {problem !== undefined && (
          <Callout kind="err" title="The page was not opened" role="alert">
            {problem}
          </Callout>
        )}
      </div>
    </Dialog>
  );
}
