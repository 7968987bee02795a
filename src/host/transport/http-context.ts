import { type Payload, TransportError, type TransportEvents } from '#core/ports.ts';
import type { HttpEndpoint } from '#shared/config.ts';
import { PRODUCT_NAME, PRODUCT_VERSION } from '#shared/product.ts';
import type { HeaderList } from '#shared/records.ts';
import type { FilledAddress } from '../launch/fill-address.ts';
import type { BodyStore } from './body-store.ts';
import { readTrust } from './certificate.ts';
import { eventPayload } from './event-payload.ts';
import type { HttpClient } from './http-client.ts';
import { createHttpClient } from './http-client.ts';
import { badAddress } from './http-fault.ts';
import { mergeHeaders, resolveHeaders, type SecretSource } from './http-headers.ts';

/** What an HTTP transport is made from. `maxBytes` limits one body and one event. */
export interface HttpTransportOptions {
  url: string;
  headers: HttpEndpoint['headers'];
  trust?: HttpEndpoint['trust'];
  maxBytes: number;
  bodies: BodyStore;
  secrets: SecretSource;
  /** Fills in the references of address and headers; absent means they stay as they are written. */
  fill?: () => Promise<FilledAddress>;
}

/** What the parts of an open HTTP transport share. */
export interface HttpContext {
  url: URL;
  /** Configured headers, their secrets filled in. */
  configured: HeaderList;
  client: HttpClient;
  events: TransportEvents;
  bodies: BodyStore;
  maxBytes: number;
  /** A new channel id: `h1`, `h2`, … */
  channel(): string;
  /** Hands on the data of one SSE event. */
  message(ch: string, data: string): void;
}

/** Reads address and headers; nothing is sent yet. Rejects with a TransportError. */
export async function openHttpContext(
  options: HttpTransportOptions,
  events: TransportEvents,
  channel: () => string,
): Promise<HttpContext> {
  const address = await addressOf(options, events);
  const url = URL.canParse(address.url) ? new URL(address.url) : undefined;
  if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) throw badAddress(address.url);
  const login = loginOf(url);
  const configured = await resolveHeaders(address.headers, options.secrets);
  const { bodies, maxBytes } = options;
  return {
    url,
    configured: mergeHeaders(login, configured),
    client: createHttpClient(events, await readTrust(options.trust)),
    events,
    bodies,
    maxBytes,
    channel,
    message: (ch, data) => {
      const payload: Payload = eventPayload(data, bodies);
      events.message(ch, payload);
    },
  };
}

async function addressOf(
  { url, headers, fill }: HttpTransportOptions,
  events: TransportEvents,
): Promise<Pick<FilledAddress, 'url' | 'headers'>> {
  if (!fill) return { url, headers };
  const filled = await fill();
  for (const note of filled.notes) events.note({ what: 'launch.note', ...note });
  const [problem] = filled.problems;
  if (problem) throw new TransportError(problem);
  return filled;
}

/** Name and password of an address as a header, taken out of the address so that no log shows them. */
function loginOf(url: URL): HeaderList {
  if (url.username === '' && url.password === '') return [];
  const login = `${decoded(url.username)}:${decoded(url.password)}`;
  url.username = '';
  url.password = '';
  return [['Authorization', `Basic ${Buffer.from(login).toString('base64')}`]];
}

/** A percent sign that begins no escape stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Headers every request of this client has, before the configured ones and those of the protocol. */
export function baseHeaders(accept: string, type?: string): HeaderList {
  return [
    ['User-Agent', `${PRODUCT_NAME}/${PRODUCT_VERSION}`],
    ['Accept', accept],
    ...(type === undefined ? [] : [['Content-Type', type] satisfies [string, string]]),
  ];
}
