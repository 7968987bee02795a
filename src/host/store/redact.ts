import { isObject } from '#shared/json.ts';
import type { HeaderList, HttpRecord, WireRecord } from '#shared/records.ts';
import { ChunkCarry } from './chunk-carry.ts';
import { type Needles, needlesOf, replaceBody, replaceBytes, replaceMessage, replaceText } from './needles.ts';

/** Takes secrets out of records before they are kept or shown. One per session: equal hidden values get equal numbers. */
export interface Redactor {
  /**
   * From now on this value is `{{secret:NAME}}`, wherever it stands; a message that is JSON stays JSON. Outside its
   * strings, words and short numbers that equal the value are kept: they are ids, counts and codes far more often.
   */
  add(name: string, value: string): void;
  /** The record without secrets; the same object when there was nothing to replace. */
  record(record: WireRecord): WireRecord;
  /** The bytes without the values of `add`, also where a value lies across two chunks. */
  chunks(chunks: Iterable<Uint8Array>): Iterable<Uint8Array>;
}

/** The redactor of a session. */
export interface SessionRedactor extends Redactor {
  /** A JSON value without the values of `add`; the same value when it holds none. */
  value<T>(value: T): T;
  /** The value that `{{secret:NAME}}` stands for; of several the one that was added last. */
  valueOf(name: string): string | undefined;
}

/** Headers of which nothing but the scheme word is kept. */
export const HIDDEN_HEADERS = /^(authorization|proxy-authorization|cookie|set-cookie|mcp-session-id)$/i;
const TOKEN_NAMES = 'access_token|refresh_token|id_token|client_secret|code_verifier|registration_access_token';
const JSON_TOKEN = new RegExp(`("(?:${TOKEN_NAMES})"\\s*:\\s*")((?:[^"\\\\]|\\\\.)*)("|$)`, 'g');
const FORM_TOKEN = new RegExp(`((?:^|[?&])(?:${TOKEN_NAMES}|code|client_assertion|assertion)=)([^&\\s#]+)`, 'g');
const MAY_HOLD_TOKEN = new RegExp(`${TOKEN_NAMES}|code=|assertion=`);
const FORM_BODY = /^[\w.~%+-]+=[^\s{}"]*$/;
/** Keys of published state under which our own vocabulary stands; a secret that equals such a word must not break it. */
const OWN_WORDS = new Set(
  'op topic kind at status via verb era inherit transport state reason source level method action rule'.split(' '),
);
const OWN_WORD = /^[a-z][a-z-]{0,19}$/;
const PLACEHOLDER = /\{\{(?:secret|hidden):[^}]*\}\}/g;

export interface RedactorOptions {
  /** Name to value; may grow later, as may what came by `add`. */
  secrets?: ReadonlyMap<string, string>;
  /** `kept`: headers stand as they are, except the values of secrets; absent means hidden. */
  headerValues?: 'hidden' | 'kept' | undefined;
}

/** Makes the redactor of a session. */
export function createRedactor(options: RedactorOptions = {}): SessionRedactor {
  const added = new Map<string, string>();
  const hidden = new Map<string, number>();
  const carry = new ChunkCarry();
  let needles: Needles = needlesOf([]);
  let known = 0;

  const current = (): Needles => {
    const given = options.secrets;
    if (given && given.size !== known) {
      known = given.size;
      for (const [name, value] of given) added.set(value, name);
      needles = needlesOf(added);
    }
    return needles;
  };
  const hideHead = options.headerValues === 'kept' ? (_name: string, value: string) => value : hideHeader;
  const hide = (value: string): string => {
    if (value === '' || value.replace(PLACEHOLDER, '') === '') return value;
    const number = hidden.get(value) ?? hidden.size + 1;
    hidden.set(value, number);
    return `{{hidden:${number}}}`;
  };
  return {
    add: (name, value) => {
      if (added.get(value) === name) return;
      added.set(value, name);
      needles = needlesOf(added);
    },
    record: (record) => {
      const list = current();
      if (record.k === 'http') return httpRecord(carry.take(record, list), list, { hide, hideHead });
      return list.length === 0 ? record : plainRecord(record, list);
    },
    value: <T>(value: T): T => {
      const list = current();
      return list.length === 0 ? value : (replaceDeep(value, list, OWN_WORDS) as T); // the same shape, texts for texts
    },
    valueOf: (name) => {
      current();
      return [...added].findLast(([, known]) => known === name)?.[0];
    },
    chunks: (chunks) => {
      const list = current();
      return list.length === 0 ? chunks : replaceBody(chunks, list);
    },
  };
}

type Hide = (value: string) => string;

interface Hiding {
  hide: Hide;
  /** What is kept of the value of a header that is hidden. */
  hideHead(name: string, value: string, hide: Hide): string;
}

function plainRecord<R extends WireRecord>(record: R, needles: Needles): R {
  let result = record;
  if (record.text !== undefined) {
    const text = record.k === 'frame' ? replaceMessage(record.text, needles) : replaceText(record.text, needles);
    if (text !== record.text) result = { ...result, text };
  }
  if ('b64' in record && record.b64 !== undefined) {
    const b64 = replaceBase64(record.b64, needles);
    if (b64 !== record.b64) result = { ...result, b64 };
  }
  if (record.k === 'note' && record.data !== undefined) {
    const data = replaceDeep(record.data, needles);
    if (data !== record.data) result = { ...result, data };
  }
  return result;
}

function httpRecord(record: HttpRecord, needles: Needles, hiding: Hiding): HttpRecord {
  const { hide } = hiding;
  // The carry has done the chunks.
  let result = needles.length === 0 || record.what === 'chunk' ? record : plainRecord(record, needles);
  if (record.headers) {
    const headers = hideHeaders(record.headers, needles, hiding);
    if (headers !== record.headers) result = { ...result, headers };
  }
  if (record.url !== undefined) {
    const url = hideForm(replaceText(record.url, needles), hide);
    if (url !== record.url) result = { ...result, url };
  }
  if (result.text !== undefined && MAY_HOLD_TOKEN.test(result.text)) {
    const text = hideTokens(result.text, hide);
    // The exact bytes would tell what was just hidden.
    if (text !== result.text) result = withoutBytes({ ...result, text });
  }
  return result;
}

function withoutBytes(record: HttpRecord): HttpRecord {
  const { b64: _b64, ...rest } = record;
  return rest;
}

function hideTokens(text: string, hide: Hide): string {
  const json = text.replace(JSON_TOKEN, (_all, before: string, value: string, after: string) => {
    return before + hide(value) + after;
  });
  return FORM_BODY.test(json) ? hideForm(json, hide) : json;
}

function hideForm(text: string, hide: Hide): string {
  return text.replace(FORM_TOKEN, (_all, before: string, value: string) => before + hide(value));
}

function hideHeaders(headers: HeaderList, needles: Needles, { hide, hideHead }: Hiding): HeaderList {
  let changed = false;
  const list = headers.map(([name, value]): [string, string] => {
    const known = replaceText(value, needles);
    const shown = HIDDEN_HEADERS.test(name) ? hideHead(name, known, hide) : known;
    if (shown !== value) changed = true;
    return [name, shown];
  });
  return changed ? list : headers;
}

/** The scheme of Authorization, and the name and attributes of a cookie being set, are no secret and help. */
function hideHeader(name: string, value: string, hide: Hide): string {
  const scheme = /authorization$/i.test(name) ? /^([A-Za-z][\w-]*) +(.+)$/s.exec(value) : null;
  if (scheme) return `${scheme[1] ?? ''} ${hide(scheme[2] ?? '')}`;
  const cookie = /^set-cookie$/i.test(name) ? /^([^=;]*=)([^;]*)(.*)$/s.exec(value) : null;
  if (cookie) return `${cookie[1] ?? ''}${hide(cookie[2] ?? '')}${cookie[3] ?? ''}`;
  return hide(value);
}

function replaceBase64(b64: string, needles: Needles): string {
  const bytes = Buffer.from(b64, 'base64');
  const replaced = Buffer.concat([...replaceBytes([bytes], needles)]);
  return replaced.equals(bytes) ? b64 : replaced.toString('base64');
}

function replaceDeep(value: unknown, needles: Needles, kept?: ReadonlySet<string>): unknown {
  if (typeof value === 'string') return replaceText(value, needles);
  if (Array.isArray(value)) {
    const list = value.map((item) => replaceDeep(item, needles, kept));
    return list.some((item, index) => item !== value[index]) ? list : value;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).map(([key, item]) => {
    const own = kept?.has(key) && typeof item === 'string' && OWN_WORD.test(item);
    return [key, own ? item : replaceDeep(item, needles, kept)] as const;
  });
  return entries.some(([key, item]) => item !== value[key]) ? Object.fromEntries(entries) : value;
}
