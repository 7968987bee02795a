// The only platform globals core may use: present in Node, browsers and workers alike.
interface AbortSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', fn: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', fn: () => void): void;
}
declare class AbortController {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
}
