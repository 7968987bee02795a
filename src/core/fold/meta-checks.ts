import { isObject, type JsonObject } from '#shared/json.ts';
import type { RpcMessage } from '../messages.ts';
import type { Facts } from './findings.ts';
import { cutText } from './row-text.ts';
import type { RuleKey } from './rules.ts';

const LABEL = /^[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?$/;
const NAME = /^([A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?)?$/;
const RESERVED = new Set(['mcp', 'modelcontextprotocol']);
/** Names the protocol and its extensions define under their own prefix. */
const DEFINED = new Set(
  'protocolVersion clientInfo clientCapabilities serverInfo logLevel subscriptionId related-task'
    .split(' ')
    .map((name) => `io.modelcontextprotocol/${name}`),
);
const TRACEPARENT = /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;
const STATE_MEMBER = /^[a-z0-9][a-z0-9_*/@-]{0,255}=[\x20-\x2b\x2d-\x3c\x3e-\x7e]{1,256}$/;
const BAGGAGE_MEMBER = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+\s*=\s*[\x21\x23-\x2b\x2d-\x3a\x3c-\x5b\x5d-\x7e]*(\s*;.*)?$/;
/** Keys that are remembered as fine or as remarked on. */
const KNOWN = 1000;

/** The `_meta` of a message, of its params or its result. */
export function metaOf(message: RpcMessage): JsonObject | undefined {
  const holder = message.kind === 'response' ? message.result : message.params;
  const meta = isObject(holder) ? holder._meta : undefined;
  return isObject(meta) ? meta : undefined;
}

/** What is wrong with a key of `_meta`, in words (META-01). */
export function metaKeyProblem(key: string): string | undefined {
  const slash = key.indexOf('/');
  const labels = slash < 0 ? [] : key.slice(0, slash).split('.');
  if (!labels.every((label) => LABEL.test(label))) {
    return 'each part of its prefix must start with a letter and end with a letter or digit';
  }
  if (!NAME.test(key.slice(slash + 1))) {
    return 'its name must start and end with a letter or digit and have only letters, digits, hyphens, underscores and dots';
  }
  return undefined;
}

/** True when the value of a key of trace context has its W3C format; true for all other keys (META-04). */
export function isTraceFormat(key: string, value: unknown): boolean {
  const test = { traceparent, tracestate, baggage }[key];
  return test === undefined || (typeof value === 'string' && test(value));
}

/** Looks at keys and trace context of `_meta`, in both directions. Each odd key is said once. */
export class MetaChecks {
  readonly #known = new Set<string>();

  read(meta: JsonObject, dir: 'in' | 'out', find: (key: RuleKey, facts: Facts) => void): void {
    for (const key in meta) {
      if (!isTraceFormat(key, meta[key])) find('metaTrace', { key });
      if (this.#known.has(key)) continue;
      if (this.#known.size < KNOWN) this.#known.add(key);
      const shown = JSON.stringify(cutText(key, 100));
      const problem = metaKeyProblem(key);
      if (problem) find('metaKey', { key: shown, problem });
      // A server may be newer than this app; what is sent from here is not.
      else if (dir === 'out' && isReserved(key) && !DEFINED.has(key)) find('metaReserved', { key: shown });
    }
  }
}

function isReserved(key: string): boolean {
  const slash = key.indexOf('/');
  return slash > 0 && RESERVED.has(key.slice(0, slash).split('.')[1] ?? '');
}

function traceparent(value: string): boolean {
  return TRACEPARENT.test(value) && (!value.startsWith('00') || value.length === 55);
}

function tracestate(value: string): boolean {
  const members = value.split(',').map((member) => member.trim());
  return members.length <= 32 && members.every((member) => member === '' || STATE_MEMBER.test(member));
}

function baggage(value: string): boolean {
  return value.split(',').every((member) => BAGGAGE_MEMBER.test(member.trim()));
}
