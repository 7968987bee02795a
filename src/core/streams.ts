import type { HeaderList } from '#shared/records.ts';
import type { StreamInfo } from './kernel.ts';
import type { TransportEvents } from './ports.ts';

type HttpEvent = Parameters<TransportEvents['http']>[0];

/** Follows the listening GET stream of the legacy era in the HTTP records; there is at most one at a time. */
export class StreamWatch {
  #ch: string | undefined;
  /** Why it broke, until it is open again. */
  #lost: string | undefined;

  /** The stream's new state, or undefined when the event is about something else. */
  see(event: HttpEvent): StreamInfo | undefined {
    if (event.what === 'request') {
      const listens = event.method === 'GET' && /text\/event-stream/i.test(header(event.headers, 'accept'));
      if (!listens) return undefined;
      this.#ch = event.ch;
      return this.#lost === undefined ? stream('opening') : stream('dropped', `${this.#lost} It is tried again.`);
    }
    if (event.ch !== this.#ch) return undefined;
    if (event.what === 'response') return this.#head(event);
    if (event.what === 'chunk') return undefined;
    this.#ch = undefined;
    if (event.what === 'end') return stream('closed');
    this.#lost = event.text ?? 'The connection broke.';
    return stream('dropped', this.#lost);
  }

  #head(event: HttpEvent): StreamInfo {
    this.#lost = undefined;
    const type = header(event.headers, 'content-type');
    if (event.status === 200 && /text\/event-stream/i.test(type)) return stream('open');
    this.#ch = undefined;
    const said = event.status === 200 ? `it answered with ${type || 'no content type'}` : `it said ${event.status}`;
    return stream('refused', `The server offers no such stream, ${said}.`);
  }
}

function stream(state: StreamInfo['state'], text?: string): StreamInfo {
  return { id: 'get', what: 'Messages from the server', state, ...(text === undefined ? {} : { text }) };
}

function header(headers: HeaderList | undefined, name: string): string {
  return headers?.find(([key]) => key.toLowerCase() === name)?.[1] ?? '';
}
