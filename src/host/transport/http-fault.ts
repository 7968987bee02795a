import { type ChannelEnd, TransportError } from '#core/ports.ts';
import { messageOf } from '#shared/errors.ts';

/** Why an HTTP exchange broke: a system code or one of ours, and plain words. */
export type HttpFault = NonNullable<ChannelEnd['error']>;

const TLS_WORDS: Record<string, string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate chain ends in a certificate this computer does not trust',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate was signed by someone this computer does not know',
  UNABLE_TO_GET_ISSUER_CERT: 'a certificate between it and its authority is missing',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'its certificate was signed by someone this computer does not know',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  CERT_NOT_YET_VALID: 'its certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  CERT_PINNED_OTHER: 'its certificate is not the one it is trusted by',
};

/** True when the certificate of the server is the reason, so that it is worth a look. */
export function isAboutCertificate({ code }: HttpFault): boolean {
  return code in TLS_WORDS;
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : 'FAILED';
}

/** One line per address that was tried, where the name had several. */
function triedAddresses(error: unknown): string {
  if (!(error instanceof AggregateError) || error.errors.length === 0) return messageOf(error);
  return error.errors.map(messageOf).join('; ');
}

function wordsOf(code: string, error: unknown, url: URL): string {
  const exact = triedAddresses(error);
  const tls = TLS_WORDS[code];
  if (tls) return `The secure connection to ${url.host} was refused: ${tls}. ${exact}`;
  if (code.startsWith('HPE_')) return `${url.host} answered with something that is not valid HTTP. ${exact}`;
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return `The secure connection to ${url.host} failed. It may speak plain http, not https. ${exact}`;
  }
  switch (code) {
    case 'ECONNREFUSED':
      return `Nothing listens at ${url.host}. ${exact}`;
    case 'ENOTFOUND':
      return `The name ${url.hostname} is unknown. ${exact}`;
    case 'EAI_AGAIN':
      return `The name ${url.hostname} could not be looked up now. ${exact}`;
    case 'ETIMEDOUT':
      return `${url.host} did not answer. ${exact}`;
    case 'ECONNRESET':
    case 'EPIPE':
      return `${url.host} closed the connection before its answer was complete. ${exact}`;
    default:
      return `The request to ${url.host} failed. ${exact}`;
  }
}

/** Turns an error of node:http, node:tls or node:zlib into a code and plain words. */
export function httpFault(error: unknown, url: URL): HttpFault {
  const code = codeOf(error);
  return { code, message: wordsOf(code, error, url) };
}

/** The fault of an exchange that we ended ourselves. */
export const aborted: HttpFault = { code: 'ABORTED', message: 'This app closed the connection.' };

/** The fault of a body or an event over the limit of the server's settings. */
export function tooLarge(maxBytes: number): HttpFault {
  const mib = (maxBytes / (1024 * 1024)).toFixed(1).replace(/\.0$/, '');
  return { code: 'TOO_LARGE', message: `The answer is larger than ${mib} MiB, the limit set for this server.` };
}

/** The address of a server is not one. */
export function badAddress(text: string): TransportError {
  return new TransportError({
    rule: 'dx-address',
    title: 'The address of this server is not valid',
    why: `“${text.slice(0, 200)}” is not an http or https address.`,
    todo: 'Correct the address in the settings of this server.',
    short: 'Address not valid',
    step: 'config',
    evidence: 'from the settings',
  });
}

/** Everything after `close`. */
export function closedFailure(): TransportError {
  return new TransportError({
    rule: 'dx-closed',
    title: 'The connection is closed',
    why: 'This session has ended, so nothing more is sent in it.',
    todo: 'Start the server again.',
    short: 'Connection closed',
  });
}
