import { isUtf8 } from 'node:buffer';
import { type ClientRequest, type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { TransportEvents } from '#core/ports.ts';
import type { HeaderList, HttpTiming } from '#shared/records.ts';
import { certificateAt, noteIssuers } from './certificate.ts';
import { decodedStream } from './content-encoding.ts';
import { type HttpFault, httpFault, isAboutCertificate } from './http-fault.ts';
import { headerValue, pairsOf } from './http-headers.ts';
import { type Redirect, redirectOf } from './http-redirect.ts';
import { timeRequest } from './http-timing.ts';
import { watchWay } from './way-watch.ts';

/** A request as it goes out. `headers` are written in this order, after Host; Content-Length and Connection are added. */
export interface HttpRequest {
  ch: string;
  method: 'GET' | 'POST' | 'DELETE';
  url: URL;
  headers: HeaderList;
  body?: string;
  /** Records the body: called once, when the first head was reported and nothing went out yet. */
  record?: (() => void) | undefined;
}

/** The head of an answer. */
export interface HttpHead {
  status: number;
  headers: HeaderList;
  /** Lower case, without parameters; empty when not sent. */
  type: string;
}

/** `end` comes exactly once and last; without a fault when the answer is complete. Bytes are decoded (gzip, deflate, br). */
export interface HttpHandlers {
  head(head: HttpHead): void;
  data(bytes: Buffer): void;
  /** Every byte has come. Called before the end is recorded, so that a message made of them stands before it in the log. */
  complete?(): void;
  end(fault?: HttpFault): void;
}

export interface HttpAgents {
  http: HttpAgent;
  https: HttpsAgent;
  /** Fingerprints of the certificates that are in the log already. */
  noted: Set<string>;
}

// `localhost` is this computer by definition, whatever the hosts file leaves out (RFC 6761 section 6.3).
const lookupLocalhost: LookupFunction = (_host, options, callback) => {
  const both = [
    { address: '127.0.0.1', family: 4 },
    { address: '::1', family: 6 },
  ];
  const [one] = options.family === 6 ? both.slice(1) : both;
  // Later, as every other look-up, so that whoever watches the connection hears of it.
  setImmediate(() => (options.all ? callback(null, both) : callback(null, one?.address ?? '', one?.family)));
};

/** One HTTP exchange with its redirects. Every request, head, chunk, end and error is reported before the handlers hear of it. */
export class HttpExchange {
  readonly #events: TransportEvents;
  readonly #agents: HttpAgents;
  readonly #request: HttpRequest;
  readonly #handlers: HttpHandlers;
  #current: ClientRequest | undefined;
  #hops = 0;
  #over = false;

  constructor(events: TransportEvents, agents: HttpAgents, request: HttpRequest, handlers: HttpHandlers) {
    this.#events = events;
    this.#agents = agents;
    this.#request = request;
    this.#handlers = handlers;
  }

  start(): void {
    this.#send(this.#request.url);
  }

  stop(fault: HttpFault): void {
    this.#finish(fault);
  }

  #send(url: URL): void {
    const { ch, method, body } = this.#request;
    const host = this.#request.headers.find(([name]) => name.toLowerCase() === 'host')?.[1] ?? url.host;
    const rest = this.#request.headers.filter(([name]) => name.toLowerCase() !== 'host');
    const headers: HeaderList = [['Host', host], ...rest];
    const bytes = body === undefined ? undefined : Buffer.from(body);
    if (bytes) headers.push(['Content-Length', String(bytes.length)]);
    headers.push(['Connection', 'keep-alive']);
    this.#events.http({ ch, what: 'request', method, url: url.href, headers });
    if (this.#hops === 0) this.#request.record?.();
    let request: ClientRequest;
    try {
      request = this.#open(url, headers);
    } catch (error) {
      // Node refuses some values at once; handlers are still called later, as promised.
      process.nextTick(() => this.#finish(httpFault(error, url)));
      return;
    }
    this.#current = request;
    watchWay(request, { ch, events: this.#events, noted: this.#agents.noted });
    const timing = timeRequest(request);
    request.on('response', (response) => this.#answered(response, url, timing()));
    request.on('error', (error) => void this.#failed(httpFault(error, url), url));
    request.end(bytes);
  }

  #open(url: URL, headers: HeaderList): ClientRequest {
    const secure = url.protocol === 'https:';
    const local = url.hostname === 'localhost' || url.hostname.endsWith('.localhost');
    // Written as a list, headers keep their order, case and repetitions.
    const flat: readonly string[] = headers.flat();
    return (secure ? httpsRequest : httpRequest)(url, {
      method: this.#request.method,
      headers: flat,
      agent: secure ? this.#agents.https : this.#agents.http,
      ...(local ? { lookup: lookupLocalhost } : {}),
    });
  }

  #answered(response: IncomingMessage, url: URL, timing: HttpTiming): void {
    if (this.#over) {
      response.destroy();
      return;
    }
    const headers = pairsOf(response.rawHeaders);
    const status = response.statusCode ?? 0;
    this.#events.http({
      ch: this.#request.ch,
      what: 'response',
      status,
      statusText: response.statusMessage ?? '',
      httpVersion: response.httpVersion,
      headers,
      timing,
    });
    const redirect = redirectOf({ method: this.#request.method, url, status, hops: this.#hops }, headers);
    if (redirect?.to) {
      this.#read(response, url, { redirect });
      return;
    }
    const type = (headerValue(headers, 'content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
    this.#handlers.head({ status, headers, type });
    this.#read(response, url, redirect ? { redirect } : {});
  }

  #read(response: IncomingMessage, url: URL, { redirect }: { redirect?: Redirect }): void {
    const encoding = headerValue(pairsOf(response.rawHeaders), 'content-encoding');
    const stream = decodedStream(response, encoding);
    if (!stream) {
      const message = `The answer is compressed as “${encoding}”, which this app cannot read. It reads gzip, deflate and br.`;
      this.#finish({ code: 'ENCODING', message });
      return;
    }
    if (stream !== response) {
      const text = `The answer on ${this.#request.ch} is compressed (${encoding}). The log holds the decoded text.`;
      this.#events.note({ what: 'encoding', level: 'debug', text, data: { ch: this.#request.ch, encoding } });
    }
    const failed = (error: unknown): void => this.#finish(httpFault(error, url));
    response.on('error', failed);
    if (stream !== response) stream.on('error', failed);
    stream.on('data', (bytes: Buffer) => this.#chunk(bytes, redirect?.to === undefined));
    stream.on('end', () => (redirect?.to ? this.#follow(redirect.to) : this.#finish(redirect?.fault)));
  }

  /** A certificate that was refused is shown, so that a person can judge it. */
  async #failed(fault: HttpFault, url: URL): Promise<void> {
    if (this.#over || !isAboutCertificate(fault)) return this.#finish(fault);
    const { ch } = this.#request;
    const shown = await certificateAt(url);
    if (shown === undefined || this.#over) return this.#finish(fault);
    const { words, chain } = shown;
    const text = `The certificate was read over a connection of its own, over which nothing was sent. ${words}`;
    this.#events.note({ what: 'certificate', level: 'info', text, data: { ch, accepted: false, chain } });
    noteIssuers(chain, this.#events.note, ch);
    this.#finish({ ...fault, message: `${fault.message}. ${words}` });
  }

  #chunk(bytes: Buffer, wanted: boolean): void {
    if (this.#over) return;
    const text = bytes.toString('utf8');
    const exact = isUtf8(bytes) ? {} : { b64: bytes.toString('base64') };
    this.#events.http({ ch: this.#request.ch, what: 'chunk', text, ...exact });
    if (wanted) this.#handlers.data(bytes);
  }

  #follow(url: URL): void {
    if (this.#over) return;
    this.#hops += 1;
    this.#events.http({ ch: this.#request.ch, what: 'end' });
    this.#send(url);
  }

  #finish(fault: HttpFault | undefined): void {
    if (this.#over) return;
    this.#over = true;
    const { ch } = this.#request;
    if (fault) {
      this.#current?.destroy();
      this.#events.http({ ch, what: 'error', text: `${fault.code}: ${fault.message}` });
    } else {
      this.#handlers.complete?.();
      this.#events.http({ ch, what: 'end' });
    }
    this.#handlers.end(fault);
  }
}
