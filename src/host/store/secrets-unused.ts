import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServerConfig } from '#shared/config.ts';
import { isObject } from '#shared/json.ts';
import type { SecretStore } from './secrets.ts';
import type { ServerStore } from './servers.ts';

/** Names in the SecretRefs of a config. What came with it from elsewhere and is not used is not looked at. */
export function secretNamesOf(config: Partial<ServerConfig>): Set<string> {
  const names = new Set<string>();
  const { origin: _, ...own } = config;
  collect(own, names);
  return names;
}

function collect(value: unknown, names: Set<string>): void {
  if (Array.isArray(value)) for (const item of value) collect(item, names);
  if (!isObject(value)) return;
  // A SecretRef has this one member; a variable may be called `secret` as well.
  const [key, ...others] = Object.keys(value);
  if (key === 'secret' && others.length === 0 && typeof value.secret === 'string') names.add(value.secret);
  for (const item of Object.values(value)) collect(item, names);
}

/**
 * Deletes those of the secrets that nothing refers to. What cannot be understood, an entry of the list or a file that
 * was put aside, keeps every name it mentions. Throws IO, before anything is deleted when the list cannot be read.
 */
export async function deleteUnused(
  names: Iterable<string>,
  { dataDir, servers, secrets }: { dataDir: string; servers: ServerStore; secrets: SecretStore },
): Promise<void> {
  const wanted = [...names];
  if (wanted.length === 0) return;
  const used = new Set<string>();
  const unclear = await otherTexts(dataDir);
  for (const entry of await servers.entries()) {
    const config = ServerConfig.safeParse(entry);
    if (config.success) for (const name of secretNamesOf(config.data)) used.add(name);
    else unclear.push(JSON.stringify(entry));
  }
  const mentioned = (name: string) => unclear.some((text) => text.includes(JSON.stringify(name)));
  for (const name of wanted) if (!used.has(name) && !mentioned(name)) await secrets.delete(name);
}

/** The settings, and lists of servers that were put aside because they are damaged. */
async function otherTexts(dataDir: string): Promise<string[]> {
  const files = (await readdir(dataDir)).filter((name) => /^(settings\.json$|servers\.json\.damaged-)/.test(name));
  return Promise.all(files.map((name) => readFile(join(dataDir, name), 'utf8')));
}
