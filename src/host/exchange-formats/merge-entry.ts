import type { ClientId } from '#shared/config.ts';
import { isObject, type JsonObject, objectAt } from '#shared/json.ts';
import { wordsOf } from './client-words.ts';
import { isStyleKey, isUsedKey } from './config-entry.ts';
import { ifSame } from './give-back.ts';
import { fitsPieces } from './plain-secrets.ts';
import type { WrittenEntry } from './write-entry.ts';

/**
 * What an entry that is already in a file becomes: its other keys stay, and so does a secret that is written there
 * where we could only write a placeholder.
 */
export function mergeEntry(client: ClientId, existing: JsonObject, written: WrittenEntry): JsonObject {
  let entry: JsonObject = withKeptSecrets(client, existing, written);
  for (const [key, value] of Object.entries(existing)) {
    if (isStyleKey(key)) entry = ifSame(client, entry, { ...entry, [key]: mergedOptions(entry[key], value) });
    else if (!isUsedKey(key) || isWordless(client, key) || (!(key in entry) && isEmpty(value))) entry[key] = value;
  }
  // A key that this app would add without need is left out, as it was.
  for (const key of Object.keys(entry)) {
    if (key in existing || !isStyleKey(key)) continue;
    const { [key]: _, ...without } = entry;
    entry = ifSame(client, entry, without);
  }
  return entry;
}

function isEmpty(value: unknown): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0);
}

/** This app has no word of the client for it, so it has nothing to say against what is there. */
function isWordless(client: ClientId, key: string): boolean {
  const words = wordsOf(client);
  return (key === 'cwd' && !words.cwd) || (key === 'envFile' && !words.envFile);
}

function mergedOptions(written: unknown, existing: unknown): unknown {
  return isObject(written) && isObject(existing) ? { ...existing, ...written } : existing;
}

function withKeptSecrets(client: ClientId, existing: JsonObject, { entry, placeholders }: WrittenEntry): JsonObject {
  const kept: JsonObject = structuredClone(entry);
  for (const { path, pieces } of placeholders) {
    const there = textAtPath(existing, path);
    // Another number of arguments means other arguments.
    if (there === undefined || !fitsPieces(there, pieces) || !sameLength(existing, entry, path)) continue;
    const parent = path
      .slice(0, -1)
      .reduce<unknown>((value, key) => (isContainer(value) ? value[key] : undefined), kept);
    const last = path.at(-1);
    if (isContainer(parent) && last !== undefined) parent[last] = there;
  }
  return client === 'codex' ? withCodexEnv(existing, kept) : kept;
}

/** A variable whose value is written in the file need not be taken from the environment. */
function withCodexEnv(existing: JsonObject, entry: JsonObject): JsonObject {
  const there = objectAt(existing, 'env') ?? {};
  const taken = Array.isArray(entry.env_vars) ? entry.env_vars : [];
  const kept = taken.filter((name) => typeof name === 'string' && typeof there[name] === 'string');
  if (kept.length === 0) return entry;
  const env = { ...objectAt(entry, 'env'), ...Object.fromEntries(kept.map((name) => [name, there[name]])) };
  const { env_vars: _, ...rest } = entry;
  const left = taken.filter((name) => !kept.includes(name));
  return { ...rest, env, ...(left.length > 0 ? { env_vars: left } : {}) };
}

function isContainer(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function textAtPath(value: unknown, path: readonly string[]): string | undefined {
  const found = path.reduce<unknown>(
    (inner, key) => (isContainer(inner) && Object.hasOwn(inner, key) ? inner[key] : undefined),
    value,
  );
  return typeof found === 'string' ? found : undefined;
}

function sameLength(existing: JsonObject, entry: JsonObject, [key = '']: readonly string[]): boolean {
  const [before, after] = [existing[key], entry[key]];
  return !Array.isArray(before) || !Array.isArray(after) || before.length === after.length;
}
