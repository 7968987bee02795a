import type { ReactNode } from 'react';
import type { OperationFault } from '#shared/entities.ts';
import { Callout } from '../ui/callout.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';

export interface FaultWords {
  readonly title: string;
  readonly why?: string | undefined;
  readonly todo?: string | undefined;
}

const BY_CODE: Readonly<Record<number, FaultWords>> = {
  [-32700]: {
    title: 'The server could not read the message',
    todo: 'It says the JSON is broken. This app sent valid JSON, so look at proxies or encoding.',
  },
  [-32600]: {
    title: 'The server rejects the form of the request',
    todo: 'Compare the request with the specification.',
  },
  [-32601]: {
    title: 'The server does not know this method',
    todo: 'The capability may be declared by mistake, or the protocol version of this server is set wrong.',
  },
  [-32602]: { title: 'The server does not accept the parameters', todo: 'Change them and try again.' },
  [-32603]: { title: 'The server failed inside', todo: 'Look at stderr at the same moment.' },
  [-32020]: { title: 'Headers and body differ', todo: 'Usually a proxy on the way changed a header.' },
  [-32021]: {
    title: 'The server needs something this app did not offer',
    todo: 'Look at Server info, What the server may ask of you.',
  },
};

const BY_KIND: Readonly<Record<OperationFault['kind'], FaultWords>> = {
  protocol: { title: 'The server answered with an error' },
  timeout: { title: 'No result in time', todo: 'The server may still be working. Look at Traffic, then try again.' },
  lost: {
    title: 'The server went away while this ran',
    todo: 'Whether to send it again is up to you, it may have taken effect.',
  },
  http: { title: 'The server answered with an HTTP error', todo: 'The whole answer is in Traffic.' },
  local: { title: 'This could not be done' },
  cancelled: { title: 'You stopped this' },
};

/** The words for a fault: what happened, and what to do. */
export function faultWords(fault: OperationFault): FaultWords {
  const known = fault.kind === 'protocol' && fault.code !== undefined ? BY_CODE[fault.code] : undefined;
  const words = known ?? BY_KIND[fault.kind];
  const title = fault.kind === 'protocol' && fault.code !== undefined ? `${words.title} (${fault.code})` : words.title;
  return { ...words, title, ...(fault.todo === undefined ? {} : { todo: fault.todo }) };
}

interface FaultNoteProps {
  readonly fault: OperationFault;
  /** Replaces some of the usual words where the place knows better. */
  readonly words?: Partial<FaultWords> | undefined;
  readonly actions?: ReactNode;
}

/** What went wrong in three parts. The middle one is what the other side said, word for word. */
export function FaultNote({ fault, words, actions }: FaultNoteProps) {
  const { title, why, todo } = { ...faultWords(fault), ...words };
  return (
    <Callout kind={fault.kind === 'cancelled' ? 'ntf' : 'err'} title={title} actions={actions} role="alert">
      <p>
        <ForeignText text={fault.message} lines />
      </p>
      {why !== undefined && <p>{why}</p>}
      {todo !== undefined && <p>{todo}</p>}
    </Callout>
  );
}
