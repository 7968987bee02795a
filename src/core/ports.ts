import type { BodyRef, HeaderList, HttpRecord, NoteRecord, WireRecord } from '#shared/records.ts';
import type { Exit, Failure, LaunchFacts } from '#shared/session.ts';
import type { Parsed } from './messages.ts';

/** Time as core sees it. `after` calls once, later, unless stopped. */
export interface Clock {
  /** Wall clock, microseconds since 1970. */
  wall(): number;
  /** Monotonic clock, microseconds since any fixed moment. */
  mono(): number;
  after(ms: number, fn: () => void): () => void;
}

/**
 * One line, SSE event or body as it came. `text` is the whole text (lossy when the bytes are not UTF-8);
 * `b64` then holds the exact bytes, `body` tells where they lie when they are over 1 MiB. Of a result over 4 MiB the rest
 * of its long strings may be missing from `text`, but not from where `body` points to.
 */
export interface Payload {
  text: string;
  b64?: string;
  body?: BodyRef;
  /** See WireRecord: no newline followed. */
  open?: boolean;
}

/** A message to send. `ch` comes from `Transport.channel()`. Headers matter to HTTP only. */
export interface Outgoing {
  ch: string;
  text: string;
  headers: HeaderList;
  /** Set when the message is a request: its id and method. */
  request?: { id: string | number; method: string };
  /**
   * Records the message, once however often it is called. HTTP calls it before the first byte goes out and after the head
   * of the request was reported, so that the log has both in the order of the wire; without the call it is recorded all
   * the same.
   */
  record?: () => void;
}

/** How the HTTP exchange that carried a request ended; stdio has none. */
export interface ChannelEnd {
  ch: string;
  /** Absent when no response head arrived. */
  status?: number;
  contentType?: string;
  /** First 4 KiB of a body that was no message (an HTML page, a plain-text error). */
  body?: string;
  /** Value of WWW-Authenticate, where sent. */
  authenticate?: string;
  /** Why it broke: network error, stream cut, our own abort. */
  error?: { code: string; message: string };
}

/** A step on the way to an address, with what was found there. */
export interface ReachedStep {
  key: 'name' | 'connected' | 'secure';
  /** `127.0.0.1, ::1`, `127.0.0.1:8000`, `TLSv1.3, localhost`. */
  detail: string;
}

/** How a transport came to its end. */
export interface TransportEnd {
  reason: 'closed' | 'exited' | 'lost';
  exit?: Exit;
  message?: string;
}

/** What a transport tells; everything is reported in the order it happened. */
export interface TransportEvents {
  /** Something that should be a message arrived. `at`: bytes before it in the stream of a program. */
  message(ch: string, payload: Payload, at?: number): void;
  stderr(payload: Payload): void;
  http(event: Omit<HttpRecord, 'seq' | 't' | 'm' | 'k'>): void;
  note(note: Omit<NoteRecord, 'seq' | 't' | 'm' | 'k'>): void;
  /** Facts of a process or of a connection, as soon as they are known. */
  started(facts: { pid?: number; launch?: LaunchFacts; reached?: ReachedStep }): void;
  ended(end: ChannelEnd): void;
  /** Once; nothing follows. */
  closed(end: TransportEnd): void;
}

/** What both sides agreed on; from then on HTTP sends the version header, and in the legacy era session id and GET stream. */
export interface Agreement {
  era: 'legacy' | 'modern';
  version: string;
}

/** A way to a server. `open` rejects with a TransportError, and so does `send`. */
export interface Transport {
  readonly kind: 'stdio' | 'http';
  open(events: TransportEvents): Promise<void>;
  channel(): string;
  send(out: Outgoing): Promise<void>;
  /** HTTP: closes the response stream of this channel. stdio: nothing. */
  abort(ch: string): void;
  agree(agreement: Agreement): void;
  /** The closing ladder; `hurry` skips to the next rung. Resolves when nothing is left. */
  close(onRung: (rung: string) => void): Promise<void>;
  hurry(): void;
}

/** A fault of the way itself, explained. */
export class TransportError extends Error {
  readonly failure: Failure;
  /** The HTTP exchange that broke, which may tell more than the words. */
  readonly end: ChannelEnd | undefined;
  constructor(failure: Failure, end?: ChannelEnd) {
    super(failure.title);
    this.name = 'TransportError';
    this.failure = failure;
    this.end = end;
  }
}

/** Opens a transport to the session's server. Each call is a new process or a new HTTP client. */
export type OpenTransport = (variant: 'default' | 'sse') => Transport;

/** Takes every record, numbered and timed, before anyone acts on it; frames and noise with what their text turned out to be. */
export type RecordSink = (record: WireRecord, parsed?: Parsed) => void;
