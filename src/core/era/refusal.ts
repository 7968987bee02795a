import type { Failure } from '#shared/session.ts';
import { wayFailure } from '../failures.ts';
import type { RpcFault } from '../fault.ts';

/** Negotiation ended without a version; the words say why. `fault` is the way that broke, if it was that. */
export class Refusal extends Error {
  readonly failure: Failure;
  readonly fault: RpcFault | undefined;
  constructor(failure: Failure, fault?: RpcFault) {
    super(failure.title);
    this.name = 'Refusal';
    this.failure = failure;
    this.fault = fault;
  }
}

/** The server wants a sign-in first; that says nothing of its era. */
export class SignInNeeded extends Error {
  readonly status: number;
  readonly fault: RpcFault;
  constructor(status: number, text: string, fault: RpcFault) {
    super(text);
    this.name = 'SignInNeeded';
    this.status = status;
    this.fault = fault;
  }
}

export function needsSignIn(status: number | undefined): boolean {
  return status === 401 || status === 403;
}

/** A 403 that is about where the request comes from: no sign-in helps against that. */
function isAboutOrigin({ status, end, message }: RpcFault): boolean {
  if (status !== 403 || end?.authenticate !== undefined) return false;
  return /\borigin\b|\bhost header\b|(?:invalid|forbidden|not allowed).{0,20}\bhost\b/i.test(end?.body ?? message);
}

/** What a server that wants a sign-in first ends the negotiation with; undefined for any other fault. */
export function signInNeeded(fault: RpcFault): SignInNeeded | undefined {
  if (!needsSignIn(fault.status) || isAboutOrigin(fault)) return undefined;
  return new SignInNeeded(fault.status ?? 401, signInWords(fault), fault);
}

function signInWords(fault: RpcFault): string {
  const what = fault.status === 401 ? 'Sign-in needed' : 'This account is not allowed';
  return `${what}. The server sent HTTP ${fault.status}${fault.end?.authenticate ? ` with ${fault.end.authenticate}` : ''}.`;
}

/** A fault of the way as what ends the negotiation; the end of a process stays what it is. */
export function broken(fault: RpcFault): Error {
  if (fault.kind === 'lost' || fault.kind === 'cancelled') return fault;
  return new Refusal(wayFailure(fault), fault);
}
