import { CLIENT_TITLES } from '#shared/client-titles.ts';
import { type ClientId, type ServerConfig, timeoutsOf } from '#shared/config.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import type { ClientWords } from './client-words.ts';
import { isStyleKey, isUsedKey, readEntry } from './config-entry.ts';
import { maskSecrets } from './mask-secrets.ts';

interface Written {
  client: ClientId;
  words: ClientWords;
  config: ServerConfig;
  entry: JsonObject;
}

/**
 * The entry with the keys that were kept when it was read. They go back to the client they came from only:
 * another one would refuse them or mean something else by them.
 */
export function giveBack({ client, words, config, entry }: Written): { entry: JsonObject; notes: string[] } {
  const { from, rest: kept = {} } = config.origin ?? { from: 'json' };
  const rest = Object.fromEntries(Object.entries(kept).map(([key, value]) => [key, maskSecrets(value, key)]));
  const own = from === client;
  // A pasted list of `mcpServers` may have been meant for any of the clients that have one.
  const theirs = own || (from === 'json' && words.place === 'mcpServers' && words.format === 'json');
  const fixed = { ...words.fixed };
  if (!theirs) {
    const lost = Object.keys(rest).filter((key) => !isStyleKey(key) && !isUsedKey(key));
    const notes = lost.length === 0 ? [] : [lostNote(client, lost)];
    return { entry: { ...entry, ...fixed }, notes };
  }
  let given: JsonObject = { ...fixed, ...entry };
  for (const [key, value] of Object.entries(rest)) if (!isStyleKey(key) && !isUsedKey(key)) given[key] = value;
  for (const [key, value] of Object.entries(rest)) {
    if (!isStyleKey(key) && !isUsedKey(key)) continue;
    given = ifSame(client, given, { ...given, [key]: merged(entry[key], value) });
  }
  // A key the client left out before is left out again when it says nothing.
  for (const key of own ? Object.keys(given) : []) {
    if (!isStyleKey(key) || key in rest) continue;
    const { [key]: _, ...without } = given;
    given = ifSame(client, given, without);
  }
  const masked = Object.keys(given).filter(
    (key) => key in kept && JSON.stringify(rest[key]) !== JSON.stringify(kept[key]),
  );
  const notes = masked.map((key) => `Put the secrets of “${key.slice(0, 100)}” in place of the words in < >.`);
  return { entry: given, notes };
}

function lostNote(client: ClientId, keys: string[]): string {
  return `Not written for ${CLIENT_TITLES[client]}, which has other words: ${keys.join(', ').slice(0, 300)}.`;
}

/** What was written and what was kept, where both are parts of one object. */
function merged(written: unknown, kept: unknown): unknown {
  return isObject(written) && isObject(kept) ? { ...kept, ...written } : kept;
}

/** The changed entry, when it still means the same. */
export function ifSame(client: ClientId, entry: JsonObject, changed: JsonObject): JsonObject {
  return meaning(client, entry) === meaning(client, changed) ? changed : entry;
}

function meaning(client: ClientId, entry: JsonObject): string {
  const read = readEntry({ name: 'x', value: entry }, { client, inputs: new Map() });
  if (typeof read === 'string') return read;
  const { timeouts = {}, era = 'auto' } = read.config ?? {};
  const { connectMs, requestMs } = timeoutsOf(timeouts);
  const { endpoint } = read;
  // Most clients have one word for both.
  const transport = endpoint.kind === 'http' && endpoint.transport === 'streamable' ? { transport: 'auto' } : {};
  return JSON.stringify([{ ...endpoint, ...transport }, connectMs, requestMs, era]);
}
