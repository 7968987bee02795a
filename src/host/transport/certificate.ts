import { readFile } from 'node:fs/promises';
import { type AgentOptions, Agent as HttpsAgent } from 'node:https';
import { isIP } from 'node:net';
import * as tls from 'node:tls';
import { TransportError, type TransportEvents } from '#core/ports.ts';
import type { HttpEndpoint } from '#shared/config.ts';
import { messageOf } from '#shared/errors.ts';

type Trust = NonNullable<HttpEndpoint['trust']>;

/** What one server is trusted by, ready for use. */
export interface TlsTrust {
  /** PEM text of further authorities. */
  ca?: string;
  /** SHA-256 of the one certificate that is accepted, as upper-case hex without colons. */
  pin?: string;
}

const LOOK_MS = 3000;

/** Reads what the settings name. Rejects with a TransportError that says which file cannot be read. */
export async function readTrust(trust: Trust | undefined): Promise<TlsTrust> {
  const pin = trust?.fingerprint?.replace(/[^0-9a-f]/gi, '').toUpperCase();
  const pinned = pin ? { pin } : {};
  if (!trust?.caFile) return pinned;
  try {
    return { ca: await readFile(trust.caFile, 'utf8'), ...pinned };
  } catch (error) {
    throw new TransportError({
      rule: 'dx-ca',
      title: 'The certificate file of this server cannot be read',
      why: `${trust.caFile}: ${messageOf(error)}`,
      todo: 'Correct the file in the settings of this server.',
      short: 'No certificate file',
      step: 'config',
      evidence: `from the file ${trust.caFile}`,
    });
  }
}

/** Authorities that every server is checked against: those of Node and, where it can tell them, those of the system. */
function authorities(): string[] {
  // Node 22.15 and later; the type is of the version this app is built with.
  const list = (tls as { getCACertificates?: (type: 'default' | 'system') => string[] }).getCACertificates;
  return list ? [...list('default'), ...list('system')] : [...tls.rootCertificates];
}

/** An agent that checks certificates, by one fingerprint alone where one is pinned. */
export function createHttpsAgent(options: AgentOptions, { ca, pin }: TlsTrust): HttpsAgent {
  if (pin !== undefined) return new PinnedAgent(options, pin);
  return new HttpsAgent({ ...options, ca: [...authorities(), ...(ca === undefined ? [] : [ca])] });
}

/** Accepts exactly one certificate; nothing is sent before it was seen. */
class PinnedAgent extends HttpsAgent {
  readonly #pin: string;

  constructor(options: AgentOptions, pin: string) {
    super(options);
    this.#pin = pin;
  }

  override createConnection(
    options: tls.ConnectionOptions,
    callback?: (error: Error | null, stream: tls.TLSSocket) => void,
  ): undefined {
    const socket = tls.connect({ ...options, rejectUnauthorized: false });
    const failed = (error: Error): void => callback?.(error, socket);
    socket.once('error', failed);
    socket.once('secureConnect', () => {
      socket.off('error', failed);
      const shown = socket.getPeerCertificate().fingerprint256 ?? '';
      if (shown.replaceAll(':', '') === this.#pin) {
        callback?.(null, socket);
        return;
      }
      socket.destroy();
      const error = new Error(
        `The certificate has the fingerprint ${shown}, another than the one this server is trusted by.`,
      );
      callback?.(Object.assign(error, { code: 'CERT_PINNED_OTHER' }), socket);
    });
  }
}

/** One certificate of a chain, as it is shown. Dates as OpenSSL writes them. */
export interface CertificateFacts {
  subject: string;
  issuer: string;
  /** The names it is for, as the certificate has them. */
  names: string;
  validFrom: string;
  validTo: string;
  /** SHA-256, with colons. */
  fingerprint: string;
}

/** Longest chain that is shown. */
const CHAIN = 10;

/** The certificates that a server showed, its own first. */
export function chainOf(socket: tls.TLSSocket): CertificateFacts[] {
  const chain: CertificateFacts[] = [];
  const seen = new Set<string>();
  let shown: tls.DetailedPeerCertificate | undefined = socket.getPeerCertificate(true);
  while (shown?.fingerprint256 !== undefined && !seen.has(shown.fingerprint256) && chain.length < CHAIN) {
    seen.add(shown.fingerprint256);
    chain.push(factsOf(shown));
    shown = shown.issuerCertificate;
  }
  return chain;
}

function factsOf(shown: tls.PeerCertificate): CertificateFacts {
  return {
    subject: nameWords(shown.subject),
    issuer: nameWords(shown.issuer),
    names: (shown.subjectaltname ?? '').slice(0, 200),
    validFrom: shown.valid_from,
    validTo: shown.valid_to,
    fingerprint: shown.fingerprint256,
  };
}

/** Tells the certificates of a chain after the first, each in a line of its own. */
export function noteIssuers(chain: readonly CertificateFacts[], note: TransportEvents['note'], ch: string): void {
  for (const [at, facts] of chain.entries()) {
    if (at === 0) continue;
    const text = `Certificate ${at + 1} of ${chain.length} that were shown. ${wordsOf(facts)}`;
    note({ what: 'certificate', level: 'debug', text, data: { ch } });
  }
}

/** Subject, names, issuer, dates and fingerprint in one line. */
export function wordsOf({ subject, names, issuer, validFrom, validTo, fingerprint }: CertificateFacts): string {
  const named = names ? `, names ${names}` : '';
  return `Subject ${subject}${named}; issuer ${issuer}; valid from ${validFrom} to ${validTo}; SHA-256 ${fingerprint}.`;
}

/** The common name, or the whole subject where there is none. */
export function shortName({ subject }: CertificateFacts): string {
  return /(?:^|, )CN=([^,]+)/.exec(subject)?.[1] ?? subject;
}

function nameWords(name: tls.PeerCertificate['subject'] | undefined): string {
  const parts = Object.entries(name ?? {}).map(([key, value]) => `${key}=${String(value)}`);
  return parts.length > 0 ? parts.join(', ').slice(0, 200) : 'nobody';
}

/** What a server shows of itself: in one line, and each certificate. */
export interface Shown {
  words: string;
  chain: CertificateFacts[];
}

/**
 * The certificates at an address; undefined when they cannot be had. A connection of its own is opened for that, and
 * nothing is sent over it.
 */
export function certificateAt(url: URL): Promise<Shown | undefined> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return new Promise((resolve) => {
    const socket = tls.connect({
      host,
      port: Number(url.port || 443),
      ...(isIP(host) ? {} : { servername: host }),
      rejectUnauthorized: false,
      timeout: LOOK_MS,
    });
    const done = (shown?: Shown): void => {
      socket.destroy();
      resolve(shown);
    };
    socket.once('error', () => done());
    socket.once('timeout', () => done());
    socket.once('secureConnect', () => {
      const chain = chainOf(socket);
      const [own] = chain;
      if (!own) return done();
      done({ words: wordsOf(own), chain });
    });
  });
}
