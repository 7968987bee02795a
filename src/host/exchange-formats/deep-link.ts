import type { Detection } from '#shared/candidates.ts';
import type { ClientId } from '#shared/config.ts';
import { isObject, type JsonObject, objectAt } from '#shared/json.ts';
import { readGivenEntries } from './entry-detection.ts';
import type { Reader } from './reader.ts';

/** Longest link that is read, in characters. */
const MAX_LINK = 65_536;
const SCHEME = /^(vscode|vscode-insiders|vscodium|cursor|lmstudio|wirebench):/i;
const WEB =
  /^https:\/\/(?:(?:insiders\.)?vscode\.dev\/redirect(?:\/mcp\/install)?|(?:www\.)?cursor\.com\/(?:[\w-]+\/)*(?:install-mcp|mcp\/install))\/?\?/i;
const ENTRY_KEYS = ['command', 'url', 'serverUrl', 'httpUrl'];
/** Characters that hide what a text says: control characters and marks that turn the reading direction. */
const HIDING = /\p{Cc}|[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/u;

const CLIENTS: Record<string, { client?: ClientId; title: string }> = {
  vscode: { client: 'vscode', title: 'Link for VS Code' },
  'vscode-insiders': { client: 'vscode', title: 'Link for VS Code' },
  vscodium: { client: 'vscode', title: 'Link for VS Code' },
  cursor: { client: 'cursor', title: 'Link for Cursor' },
  lmstudio: { client: 'lmstudio', title: 'Link for LM Studio' },
  wirebench: { title: 'Link' },
};

/** Links that add a server to VS Code, Cursor, LM Studio or this app. They fill in a review and nothing else. */
export const DEEP_LINK: Reader = {
  test: (text) => SCHEME.test(text) || WEB.test(text),
  read: (text) => readDeepLink(text),
};

/** Reads a link that adds a server. What could deceive in it is refused. Never throws. */
export function readDeepLink(text: string): Detection {
  if (text.length > MAX_LINK) {
    return refused(
      'This link is too long',
      `It has ${text.length} characters, the limit is ${MAX_LINK}. Add the server by its command or address.`,
    );
  }
  if (HIDING.test(text) || /\s/.test(text)) {
    return refused(
      'This link holds characters that do not belong in a link',
      'Blanks or control characters can hide what a link does. Copy it again from its source.',
    );
  }
  const inner = WEB.test(text) ? unwrapped(text) : text;
  if (inner === undefined) return unusable('It leads to something else than a server.');
  const scheme = WEB.test(inner) && /cursor\.com/i.test(inner) ? 'cursor' : SCHEME.exec(inner)?.[1]?.toLowerCase();
  const { client, title } = CLIENTS[scheme ?? 'vscode'] ?? { title: 'Link' };
  const config = configOf(inner);
  if (typeof config === 'string') return unusable(config);
  const hidden = hiddenIn(config);
  if (hidden !== undefined) return refused('This link holds something that could deceive', hidden);
  return readGivenEntries({
    config,
    ...(client && { client }),
    form: 'link',
    from: 'link',
    title: (names) => `${title}, ${names}`,
    detail: 'Anyone can write such a link, and where this one came from is not known. Nothing starts by itself.',
  });
}

function refused(title: string, detail: string): Detection {
  return { kind: 'problem', title, detail };
}

function unusable(why: string): Detection {
  return refused(
    'This link adds no server that can be read',
    `${why} Add the server by its command, its address or its JSON.`,
  );
}

/** The link inside `https://vscode.dev/redirect?url=…`; the link itself where it carries the server. */
function unwrapped(text: string): string | undefined {
  const query = new URLSearchParams(text.slice(text.indexOf('?') + 1));
  const url = query.get('url');
  if (url === null) return query.has('config') || query.has('name') ? text : undefined;
  return SCHEME.test(url) ? url : undefined;
}

/** The config that a link carries, as a client has it; a sentence when it carries none. */
function configOf(link: string): JsonObject | string {
  const at = link.indexOf('?');
  if (at < 0) return 'Nothing follows the question mark.';
  const place = link
    .slice(0, at)
    .replace(/^[^:]*:\/*/, '')
    .toLowerCase();
  if (!/(?:^|\/)(?:mcp\/install|install-mcp|add_mcp|add)\/?$/.test(place))
    return 'It is not a link that adds a server.';
  const query = link.slice(at + 1).replace(/#.*$/, '');
  const direct = parsed(decoded(query));
  if (direct) return listed(direct, undefined, undefined);
  const values = new URLSearchParams(query);
  // Base64 may hold plus signs, which a query reads as blanks.
  const given = values.get('config') ?? undefined;
  const config =
    given === undefined
      ? undefined
      : (parsed(given) ?? parsed(decoded(given)) ?? parsed(fromBase64(given.replaceAll(' ', '+'))));
  if (!config) return given === undefined ? 'It has no “config”.' : 'Its “config” is neither JSON nor base64 of JSON.';
  return listed(config, values.get('name') ?? undefined, parsedList(values.get('inputs')));
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined; // a percent sign that is not part of an encoding
  }
}

function fromBase64(text: string): string | undefined {
  if (!/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  return Buffer.from(text, 'base64').toString('utf8');
}

function parsedAny(text: string | undefined | null): unknown {
  if (text === undefined || text === null || !/^\s*[{[]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // then it is written some other way
  }
}

function parsed(text: string | undefined): JsonObject | undefined {
  const value = parsedAny(text);
  return isObject(value) ? value : undefined;
}

function parsedList(text: string | null): unknown[] | undefined {
  const value = parsedAny(text);
  return Array.isArray(value) ? value : undefined;
}

/** An entry itself, or a map with its name, as a list with the inputs beside it. */
function listed(config: JsonObject, name: string | undefined, inputs: unknown[] | undefined): JsonObject {
  const { inputs: own, ...rest } = config;
  const asked = inputs ?? (Array.isArray(own) ? own : []);
  const beside = asked.length === 0 ? {} : { inputs: asked };
  if (!ENTRY_KEYS.some((key) => key in rest && !isObject(rest[key]))) {
    const inner = objectAt(rest, 'mcpServers') ?? objectAt(rest, 'servers') ?? rest;
    return { mcpServers: inner, ...beside };
  }
  const { name: written, ...entry } = rest;
  const called = name ?? (typeof written === 'string' ? written : '');
  return { mcpServers: { [called]: entry }, ...beside };
}

/** Why a value in a link is refused. */
function hiddenIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return hiddenInText(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth > 50) return 'It is nested too deep.';
  for (const [key, inner] of Object.entries(value)) {
    const found = hiddenInText(key) ?? hiddenIn(inner, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

function hiddenInText(text: string): string | undefined {
  if (HIDING.test(text))
    return 'One of its values holds control characters, which can hide what would run. It was not read.';
  if (/^\s*(?:javascript|data|vbscript|file):/i.test(text)) {
    return `One of its values is “${text.slice(0, 40)}”. Such an address runs or reads something else than a server. It was not read.`;
  }
  return undefined;
}
