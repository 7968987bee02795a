import type { Candidate, Detection, LeftOut } from '#shared/candidates.ts';
import type { ClientId } from '#shared/config.ts';
import { isObject } from '#shared/json.ts';
import { type EntrySource, readEntry } from './config-entry.ts';
import { type DocumentForm, parseConfig } from './parse-document.ts';
import type { TextSource } from './reader.ts';
import { findServerLists } from './server-lists.ts';

/** More entries than any person has; a longer list would only fill the page. */
const MAX_ENTRIES = 1000;

/** The client that alone has configs of a form. */
const CLIENT_OF_FORM: Partial<Record<DocumentForm, ClientId>> = { toml: 'codex', yaml: 'continue' };

/**
 * Reads the server list of a client, in any of the usual shapes. Comments and trailing commas are fine.
 * An entry that cannot be used is named in `leftOut` and never hides its neighbours. Never throws.
 */
export function readClientConfig(text: string, form: DocumentForm, source: TextSource): Detection {
  const parsed = parseConfig(text, form);
  if ('kind' in parsed) return parsed;
  const name = form.toUpperCase();
  const found = findServerLists(parsed.value);
  if (!found) return noServers(parsed.value, name);
  const client = source.client ?? CLIENT_OF_FORM[form] ?? found.client;
  const { candidates, leftOut } = readAll(found.entries, {
    ...source,
    inputs: found.inputs,
    ...(client && { client }),
  });
  if (candidates.length === 0) {
    const detail = leftOut.map(({ reason }) => reason).join(' ') || 'Add an entry with “command” or “url”.';
    return { kind: 'problem', title: `No server in this ${name} can be used`, detail: detail.slice(0, 4000) };
  }
  const names = candidates.map((candidate) => candidate.name).join(', ');
  const detail = leftOut.length === 0 ? names : `${names}. Left out: ${leftOut.map(({ reason }) => reason).join(' ')}`;
  return {
    kind: 'servers',
    form,
    title: `${name} config, ${candidates.length === 1 ? '1 server' : `${candidates.length} servers`}`,
    detail: detail.slice(0, 4000),
    candidates: unique(candidates),
    ...(leftOut.length > 0 && { leftOut }),
    ...(client !== undefined && { client }),
  };
}

function readAll(entries: NonNullable<ReturnType<typeof findServerLists>>['entries'], source: EntrySource) {
  const candidates: Candidate[] = [];
  const leftOut: LeftOut[] = [];
  for (const entry of entries.slice(0, MAX_ENTRIES)) {
    const read = readEntry(entry, source);
    if (typeof read === 'string') leftOut.push({ name: entry.name?.slice(0, 128) ?? '', reason: read });
    else candidates.push(read);
  }
  const more = entries.length - MAX_ENTRIES;
  if (more > 0) leftOut.push({ name: '', reason: `${more} more entries were not read: one list has at most 1000.` });
  return { candidates, leftOut };
}

function noServers(value: unknown, name: string): Detection {
  const keys = isObject(value) ? Object.keys(value).slice(0, 5).join(', ').slice(0, 200) : '';
  const found = keys === '' ? '' : ` Found: ${keys}.`;
  return {
    kind: 'problem',
    title: `This ${name} names no server`,
    detail: `Expected “mcpServers”, “servers”, or one server with “command” or “url”.${found}`,
  };
}

/** Two entries of one list never share a name. */
function unique(candidates: Candidate[]): Candidate[] {
  const taken = new Set<string>();
  return candidates.map((candidate) => {
    let { name } = candidate;
    for (let n = 2; taken.has(name); n += 1) name = `${candidate.name.slice(0, 120)}-${n}`;
    taken.add(name);
    return { ...candidate, name };
  });
}
