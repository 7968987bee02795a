import { stringify as stringifyToml } from 'smol-toml';
import { stringify as stringifyYaml } from 'yaml';
import type { ExportText } from '#shared/candidates.ts';
import { CLIENT_TITLES } from '#shared/client-titles.ts';
import type { ClientId, ServerConfig } from '#shared/config.ts';
import type { JsonObject } from '#shared/json.ts';
import { wordsOf } from './client-words.ts';
import { type WrittenEntry, writeEntry } from './write-entry.ts';

/** Servers as one client writes them, ready to be put into a text or a file. */
export interface Exported {
  client: ClientId;
  /** Under names that differ. */
  entries: WrittenEntry[];
  notes: string[];
}

/** Writes servers for a client. What it cannot have, or cannot say, is a note. Secrets are placeholders. */
export function exportEntries(client: ClientId, configs: readonly ServerConfig[]): Exported {
  const entries: WrittenEntry[] = [];
  const notes: string[] = [];
  const taken = new Set<string>();
  for (const config of configs) {
    const written = writeEntry(client, config);
    if (typeof written === 'string') {
      notes.push(written);
      continue;
    }
    let { key } = written;
    for (let n = 2; taken.has(key); n += 1) key = `${written.key}-${n}`;
    taken.add(key);
    entries.push({ ...written, key });
    notes.push(...written.notes.map((note) => (configs.length > 1 ? `${config.name}: ${note}` : note)));
  }
  return { client, entries, notes: [...new Set(notes)] };
}

/** The whole text of a config that holds these servers and nothing else. */
export function exportText(client: ClientId, configs: readonly ServerConfig[]): Omit<ExportText, 'path'> {
  const exported = exportEntries(client, configs);
  const { format } = wordsOf(client);
  return { text: textOf(exported), format, notes: exported.notes };
}

/** The text of a config with only these entries. */
export function textOf({ client, entries }: Exported): string {
  const { format, place, listed } = wordsOf(client);
  const list = listed
    ? entries.map(({ key, entry }) => ({ name: key, ...withoutName(entry) }))
    : Object.fromEntries(entries.map(({ key, entry }) => [key, entry]));
  const inputs = inputsOf(entries);
  const value = {
    ...(client === 'continue' ? { name: 'MCP servers', version: '0.0.1', schema: 'v1' } : {}),
    ...(inputs.length > 0 ? { inputs } : {}),
    [place]: list,
  };
  switch (format) {
    case 'toml':
      return entries.length === 0
        ? `# No server for ${CLIENT_TITLES[client]}.\n`
        : `${stringifyToml(value).trimEnd()}\n`;
    case 'yaml':
      return stringifyYaml(value, { lineWidth: 0 });
    case 'json':
      return `${JSON.stringify(value, null, 2)}\n`;
  }
}

/** In a list, the name is part of the entry. */
export function withoutName(entry: JsonObject): JsonObject {
  const { name: _, ...rest } = entry;
  return rest;
}

/** What the entries ask for, each id once. */
export function inputsOf(entries: readonly WrittenEntry[]): JsonObject[] {
  return [...new Map(entries.flatMap(({ inputs }) => [...inputs])).values()];
}
