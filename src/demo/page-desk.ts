import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { listen, stopListening } from './listening.ts';
import { gonePage, PAGE_HEADERS, type PageState, pageHtml } from './page-html.ts';

/** Pages that are kept; the oldest makes way. */
const MOST_PAGES = 200;
/** Tries to have one port on both loopback addresses. */
const TRIES = 5;
const PATH = /^\/demo\/([\w-]{22})\/[a-z-]{1,40}$/;
const OWN_HOST = /^(?:(?:[a-z0-9-]+\.)*localhost|127\.0\.0\.1|\[::1\]):\d+$/i;

/** A page that a person is sent to. */
export interface DemoPage {
  /** Unguessable part of its path. */
  readonly token: string;
  readonly title: string;
  /** Whether the server can tell by itself that the page is done. */
  readonly era: 'legacy' | 'modern';
  readonly port: number;
  state: PageState;
}

/**
 * The small web server behind the pages of the demo. It listens on the loopback addresses of this computer only, from
 * the first page on until `close`, and serves nothing but those pages: each with a button that says it is done.
 */
export class PageDesk {
  readonly #pages = new Map<string, DemoPage>();
  readonly #done = new EventEmitter();
  readonly #log: (line: string) => void;
  #servers: Server[] = [];
  #listening: Promise<number> | undefined;

  constructor(log: (line: string) => void) {
    this.#log = log;
    this.#done.setMaxListeners(0);
  }

  /** A new page. Rejects when no port of this computer can be had. */
  async make(title: string, era: DemoPage['era']): Promise<DemoPage> {
    this.#listening ??= this.#listen().catch((error: unknown) => {
      this.#listening = undefined;
      throw error;
    });
    const port = await this.#listening;
    const page: DemoPage = { token: randomBytes(16).toString('base64url'), title, era, port, state: 'new' };
    this.#pages.set(page.token, page);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > MOST_PAGES && oldest !== undefined) this.#pages.delete(oldest);
    return page;
  }

  /** A page that is still kept. */
  find(token: unknown): DemoPage | undefined {
    return typeof token === 'string' ? this.#pages.get(token) : undefined;
  }

  /**
   * Resolves when Done was pressed on the page, or after so many milliseconds in which nobody opened it. A page that
   * was opened is waited for until the signal aborts, which rejects with its reason.
   */
  visited(page: DemoPage, waitMs: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const settle = (end: () => void) => {
        clearTimeout(timer);
        this.#done.off(page.token, done);
        signal?.removeEventListener('abort', abort);
        end();
      };
      const done = () => settle(resolve);
      const abort = () => settle(() => reject(signal?.reason));
      const timer = setTimeout(() => {
        if (page.state !== 'new') return;
        page.state = 'left';
        done();
      }, waitMs);
      timer.unref();
      if (signal?.aborted) return abort();
      if (page.state === 'done' || page.state === 'left') return done();
      this.#done.once(page.token, done);
      signal?.addEventListener('abort', abort, { once: true });
    });
  }

  /** Stops listening and forgets all pages. */
  async close(): Promise<void> {
    this.#pages.clear();
    await this.#listening?.catch(() => undefined);
    await Promise.all(this.#servers.splice(0).map(stopListening));
  }

  async #listen(): Promise<number> {
    for (let left = TRIES; ; left -= 1) {
      const first = this.#server();
      const port = await listen(first, 0, '127.0.0.1');
      const second = this.#server();
      // Browsers may try the other loopback address first, where nobody else should answer in this server's name.
      const problem = await listen(second, port, '::1').then(
        () => undefined,
        (error: NodeJS.ErrnoException) => error.code ?? 'unknown',
      );
      if (problem === 'EADDRINUSE' && left > 1) {
        await stopListening(first);
        continue;
      }
      this.#servers = problem === undefined ? [first, second] : [first];
      this.#log(`its pages are on http://localhost:${port}`);
      return port;
    }
  }

  #server(): Server {
    const server = createServer((request, response) => this.#answer(request, response));
    server.on('error', (error) => this.#log(`remark: ${error.message}`));
    // It never keeps the program alive.
    server.unref();
    return server;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    request.resume();
    const { status, html = gonePage(), headers = {} } = this.#replyTo(request);
    response.writeHead(status, { ...PAGE_HEADERS, Connection: 'close', ...headers }).end(html);
  }

  #replyTo({ method, url = '', headers }: IncomingMessage): Reply {
    if (!OWN_HOST.test(headers.host ?? '')) return { status: 403 };
    const page = this.find(PATH.exec(url.split('?', 1)[0] ?? '')?.[1]);
    if (!page) return { status: 404 };
    if (method === 'GET') {
      if (page.state === 'new') page.state = 'opened';
      return { status: 200, html: pageHtml(page.title, page.state, page.era) };
    }
    if (method !== 'POST') return { status: 405, headers: { Allow: 'GET, POST' } };
    if (headers.origin !== undefined && headers.origin !== `http://${headers.host}`) return { status: 403 };
    if (page.state !== 'left') page.state = 'done';
    this.#log(`Done was pressed on the page "${page.title}"`);
    this.#done.emit(page.token);
    // Loading it again sends nothing twice.
    return { status: 303, html: '', headers: { Location: url } };
  }
}

interface Reply {
  status: number;
  /** Says that the page is gone when absent. */
  html?: string;
  headers?: Record<string, string>;
}
