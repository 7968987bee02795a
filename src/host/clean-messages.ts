import type { MessageJob } from './workers/message-job.ts';

/** Texts that are remembered, and the longest of them. */
const MOST = 500;
const MOST_CHARS = 4000;

/**
 * Messages in which nothing was found. Pings, polls and repeated calls are the same text but for their numbers, and
 * need no second check: handing one to the worker costs more than all the rest of its recording.
 */
export class CleanMessages {
  readonly #known = new Set<string>();
  /** Part of each key: what was asked before `clear` is not known after it. */
  #round = 0;

  /** What another message must equal to be the same to a check; undefined for one that is not remembered. */
  keyOf({ text, part, era, method, sent, tool, keysOnly }: MessageJob, id: unknown): string | undefined {
    if (text.length > MOST_CHARS) return undefined;
    return `${this.#round} ${part} ${era} ${method} ${sent} ${keysOnly ?? false} ${tool?.name ?? ''} ${withoutId(text, id)}`;
  }

  has(key: string): boolean {
    return this.#known.has(key);
  }

  add(key: string): void {
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.add(key);
  }

  clear(): void {
    this.#round += 1;
    this.#known.clear();
  }
}

/** The text without its own id and progress token, where they surely are those: as first or last member of the message. */
function withoutId(text: string, id: unknown): string {
  if (typeof id !== 'number') return text;
  const first = `{"jsonrpc":"2.0","id":${id},`;
  if (text.startsWith(first)) {
    // The last member of `_meta`, alone or after what the newest version sends with each request.
    const token = `"progressToken":${id}}}}`;
    return `# ${text.endsWith(token) ? `${text.slice(first.length, -token.length)}#` : text.slice(first.length)}`;
  }
  const last = `,"id":${id}}`;
  return text.endsWith(last) ? `${text.slice(0, -last.length)} #` : text;
}
