import { lazy, type ReactNode, Suspense } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { textAt } from '#shared/json.ts';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { AskFrame } from './ask-frame.tsx';
import { isBrowsing } from './browsing-buttons.tsx';
import { ServerMessage } from './server-message.tsx';

// It brings the list of public suffixes and that of look-alike letters.
const PageAddress = lazy(async () => ({ default: (await import('./page-address.tsx')).PageAddress }));

export interface PageCardProps {
  readonly ask: PendingInput;
  readonly serverName: string;
  readonly onKeep: () => void;
  readonly problem?: string | undefined;
  /** What opening the page means here. */
  readonly note?: string | undefined;
  readonly footer: ReactNode;
}

function PlainAddress({ text }: { readonly text: string }) {
  return (
    <p className="codebox url-full mono">
      <ForeignText text={text} limit={8192} inert />
    </p>
  );
}

/** A request to visit a page as a sheet: its address is only shown, opening it is the matter of the consent. */
export function PageCard({ ask, serverName, onKeep, problem, note, footer }: PageCardProps) {
  const message = textAt(ask.params, 'message');
  const url = textAt(ask.params, 'url') ?? '';
  return (
    <div className="ask">
      <AskFrame {...{ ask, serverName, onKeep, problem }} view="form" formLabel="Page" footer={footer}>
        {isBrowsing(ask) && <InBrowser />}
        {message !== undefined && <ServerMessage text={message} />}
        <Suspense fallback={<PlainAddress text={url} />}>
          <PageAddress text={url} />
        </Suspense>
        {note !== undefined && <p className="t2">{note}</p>}
      </AskFrame>
    </div>
  );
}

/** Says that a person was sent to a page and is waited for. */
export function InBrowser() {
  return (
    <Callout kind="ntf" title="Waiting for you in the browser" role="status">
      Come back when you are done there.
    </Callout>
  );
}
