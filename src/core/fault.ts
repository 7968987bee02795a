import type { OperationFault } from '#shared/entities.ts';
import type { Exit, Failure } from '#shared/session.ts';
import { cutText } from './fold/row-text.ts';
import type { ChannelEnd, TransportEnd } from './ports.ts';

export type FaultKind = OperationFault['kind'];

/** What is known of a fault beside its words. */
export interface FaultFacts {
  code?: number | undefined;
  data?: unknown;
  /** Record that carried it. */
  seq?: number | undefined;
  /** HTTP status of the exchange that carried the request. */
  status?: number | undefined;
  end?: ChannelEnd | undefined;
  failure?: Failure | undefined;
  todo?: string | undefined;
}

/** Why a request has no result. `protocol` is the server's own error; `local` and `cancelled` are our doing. */
export class RpcFault extends Error {
  readonly kind: FaultKind;
  readonly code: number | undefined;
  readonly data: unknown;
  readonly seq: number | undefined;
  readonly status: number | undefined;
  readonly end: ChannelEnd | undefined;
  readonly failure: Failure | undefined;
  readonly todo: string | undefined;
  constructor(kind: FaultKind, message: string, facts: FaultFacts = {}) {
    super(message);
    this.name = 'RpcFault';
    this.kind = kind;
    this.code = facts.code;
    this.data = facts.data;
    this.seq = facts.seq;
    this.status = facts.status ?? facts.end?.status;
    this.end = facts.end;
    this.failure = facts.failure;
    this.todo = facts.todo;
  }
}

/** Any thrown thing as a fault; what is no fault yet is our own mistake. */
export function faultOf(error: unknown): RpcFault {
  if (error instanceof RpcFault) return error;
  return new RpcFault('local', error instanceof Error ? error.message : String(error));
}

/** The same fault with a word on what to do about it. */
export function explained(fault: RpcFault, todo: string): RpcFault {
  return new RpcFault(fault.kind, fault.message, { ...fault, todo });
}

/** Longest words and largest data of a fault that the page mirrors; the whole answer is in the log. */
const MESSAGE_CHARS = 10_000;
const DATA_CHARS = 100_000;

/** The fault as the page sees it: its words cut where they are endless, without data of a size nobody reads. */
export function operationFault(fault: RpcFault, redact: (text: string) => string): OperationFault {
  const fits = fault.data !== undefined && JSON.stringify(fault.data).length <= DATA_CHARS;
  return {
    kind: fault.kind,
    // Cut in two a secret would no longer be known as one.
    message: cutText(redact(fault.message), MESSAGE_CHARS),
    ...(fault.code === undefined ? {} : { code: fault.code }),
    ...(fault.todo === undefined ? {} : { todo: fault.todo }),
    ...(fits ? { data: fault.data } : {}),
  };
}

/** `exit code 1`, `signal SIGKILL`, or undefined when the process gave neither. */
export function exitWords(exit: Exit | undefined): string | undefined {
  if (exit?.signal) return `signal ${exit.signal}`;
  return exit?.code === null || exit?.code === undefined ? undefined : `exit code ${exit.code}`;
}

/** A request that was open when its transport ended. */
export function lostFault(end: TransportEnd, sent: boolean): RpcFault {
  const exit = exitWords(end.exit);
  const what = end.reason === 'exited' ? 'The server stopped' : 'The connection to the server was lost';
  const why = exit ?? end.message;
  const effect = sent
    ? 'The request had been sent, so it may have taken effect.'
    : 'The request was not sent, so it had no effect.';
  const todo = sent
    ? 'Connect again and check before you send it again.'
    : 'Connect again, then it is safe to send it again.';
  return new RpcFault('lost', `${what} before it answered${why ? ` (${why})` : ''}. ${effect}`, { todo });
}

/** True when the answer was a web page. */
export function isPage(end: ChannelEnd | undefined): boolean {
  return /html/i.test(end?.contentType ?? '') || /^\s*<(!doctype|html)/i.test(end?.body ?? '');
}

/** What a body that is no message says, as a sentence with a blank before it: a page's title, or the first words. */
export function bodyWords(end: ChannelEnd | undefined): string {
  const body = end?.body ?? '';
  if (isPage(end)) {
    const title = /<title[^>]*>([^<]{1,120})/i.exec(body)?.[1]?.trim();
    return title ? ` The page is called "${title}".` : '';
  }
  const text = body.trim().replace(/\s+/g, ' ');
  return text === '' ? '' : ` It says: ${cutText(text, 200)}`;
}

/** A request whose HTTP exchange ended without an answer. */
export function httpFault(end: ChannelEnd): RpcFault {
  if (end.error) {
    return new RpcFault('http', `The HTTP exchange broke before an answer came: ${end.error.message}`, { end });
  }
  const type = end.contentType ? ` with ${end.contentType}` : '';
  if (end.status !== undefined && end.status >= 400) {
    const why = `The server answered HTTP ${end.status}${type} and no JSON-RPC message.${bodyWords(end)}`;
    return new RpcFault('http', why, { end });
  }
  const status = end.status === undefined ? '' : ` (HTTP ${end.status}${type})`;
  return new RpcFault('http', `The response ended without an answer${status}.${bodyWords(end)}`, { end });
}
