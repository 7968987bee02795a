import { Clock, Globe } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { textAt } from '#shared/json.ts';
import { useEntity, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { askOrigin, askTitle, endWords } from './ask-words.ts';
import type { AskProps } from './form-ask.tsx';
import { FullAddress } from './full-address.tsx';
import { OpenInBrowser } from './open-in-browser.tsx';
import { ServerMessage } from './server-message.tsx';
import { useAnswer } from './use-answer.ts';
import { readWebAddress } from './web-address.ts';

/** S25. A server wants a person to open a web page. Nothing is fetched or opened before the button is pressed. */
export function UrlAsk({ ask, serverName, onKeep, onSent }: AskProps) {
  const { link, app } = useWirebench();
  const decline = useRef<HTMLButtonElement>(null);
  const [opened, setOpened] = useState(false);
  const [problem, setProblem] = useState<string>();
  const answer = useAnswer(ask, onSent);
  const operation = useEntity('operation', ask.operationId);
  const modern = useEntity('session', ask.sessionId)?.hello?.era === 'modern';
  // The call is sent again once the person is done: always in the modern era, after error -32042 in the legacy one.
  const retries = modern || ask.via === 'input-required';
  const text = textAt(ask.params, 'url') ?? '';
  const address = readWebAddress(text);
  const message = textAt(ask.params, 'message');
  const waiting = ask.status === 'waiting';
  const disabled = !waiting || answer.sending;
  const wasOpened = () => {
    setOpened(true);
    setProblem(undefined);
    // A server that asked by a request waits for the consent; the others for the retry, once the person is done.
    if (!retries && !opened) answer.send({ action: 'accept' });
  };
  const open = () => {
    if (!address) return;
    link
      .client()
      ['shell.open']({ url: address.href })
      .then(wasOpened, (error: unknown) => setProblem(messageOf(error)));
  };
  const label = opened ? 'Open again' : 'Open in browser';
  return (
    <Dialog
      open
      onOpenChange={(shown) => shown || onKeep()}
      title={askTitle(ask, serverName)}
      description={askOrigin(ask, operation) || undefined}
      closeLabel="Keep for later in the Inbox"
      width={600}
      initialFocus={decline}
      className="url-ask"
      footer={
        <>
          <Button ref={decline} disabled={disabled} onClick={() => answer.send({ action: 'decline' })}>
            Decline
          </Button>
          <Button variant="quiet" disabled={disabled} onClick={() => answer.send({ action: 'cancel' })}>
            Cancel request
          </Button>
          <span className="sp" />
          {address && waiting && (
            <OpenInBrowser
              {...{ label, address, again: opened, onOpened: wasOpened }}
              open={app.can.openExternal ? open : undefined}
            />
          )}
          {opened && retries && (
            <Button variant="pri" disabled={disabled} onClick={() => answer.send({ action: 'accept' })}>
              I am done, retry
            </Button>
          )}
        </>
      }
    >
      <div className="form">
        {!waiting && <Callout kind="wait" title={endWords(ask, 0)} />}
        {message !== undefined && <ServerMessage text={message} />}
        <FullAddress text={text} address={address} />
        {!address && (
          <Callout kind="err" title="This is not a web address">
            Only http and https addresses are opened. Decline, or cancel the request.
          </Callout>
        )}
        {address?.warnings.map(({ title, why }) => (
          <Callout key={title} kind="wait" title={title}>
            {why}
          </Callout>
        ))}
        {opened && waiting && retries && (
          <Callout kind="ntf" title="Waiting for you in the browser">
            Come back when you are done there.
          </Callout>
        )}
        {(problem ?? answer.problem) !== undefined && (
          <Callout
            kind="err"
            title={problem === undefined ? 'The reply did not arrive' : 'The page was not opened'}
            role="alert"
          >
            {problem ?? answer.problem}
          </Callout>
        )}
        {address && <Facts retries={retries} />}
      </div>
    </Dialog>
  );
}

function Facts({ retries }: { readonly retries: boolean }) {
  return (
    <ul className="fs12 t2 url-facts">
      <li className="row">
        <Icon icon={Globe} size="s" />
        Opens in your browser. This app does not see what you enter there.
      </li>
      <li className="row">
        <Icon icon={Clock} size="s" />
        {retries
          ? 'The call waits. Come back and choose I am done, retry.'
          : 'Opening it tells the server that you agreed. The call goes on when the server hears that you are done.'}
      </li>
    </ul>
  );
}
