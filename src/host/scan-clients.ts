import { posix, win32 } from 'node:path';
import type { FoundConfig } from '#shared/candidates.ts';
import { CLIENT_TITLES } from '#shared/client-titles.ts';
import { textOf } from './bundles/import-source.ts';
import type { Computer } from './exchange-formats/client-places.ts';
import { detect } from './exchange-formats/detect.ts';
import { parseConfig } from './exchange-formats/parse-document.ts';
import { findServerLists } from './exchange-formats/server-lists.ts';
import { type ScanPlace, scanPlaces } from './scan-places.ts';

/** Largest file that is read, in bytes. */
const MAX_BYTES = 4_000_000;
/** Most names that a pattern is compared with. */
const MAX_NAMES = 500;
/** Files whose main matter is something else: without servers they are not worth a word. */
const SHARED = /(?:settings|\.claude|opencode|config)\.(?:jsonc?|toml|ya?ml)$/;

/** What the search needs of a file system. All throw as Node does. */
export interface ScanFiles {
  list(folder: string): Promise<string[]>;
  stat(path: string): Promise<{ size: number; isFile: boolean }>;
  /** At most so many bytes from the beginning. */
  read(path: string, most: number): Promise<Uint8Array>;
}

/** Finds config files of other clients that name servers, or cannot be read. They are only read. Never throws. */
export async function scanClients(computer: Computer, files: ScanFiles): Promise<FoundConfig[]> {
  const patterns = scanPlaces(computer);
  const places = (await Promise.all(patterns.map((place) => expanded(place, computer, files)))).flat();
  const unique = places.filter(({ path }, at) => places.findIndex((one) => one.path === path) === at);
  const found = await Promise.all(unique.map((place) => lookInto(place, files)));
  return withoutShadowed(
    found.filter((one) => one !== undefined),
    computer,
  );
}

/** The paths that a pattern stands for. */
async function expanded(place: ScanPlace, { platform }: Computer, files: ScanFiles): Promise<ScanPlace[]> {
  const { sep } = platform === 'win32' ? win32 : posix;
  const parts = place.path.split(sep);
  const wild = parts.findIndex((part) => part.includes('*'));
  const pattern = parts[wild];
  if (pattern === undefined) return [place];
  const folder = parts.slice(0, wild).join(sep);
  const [before = '', after = ''] = pattern.split('*');
  const names = await files.list(folder).catch((): string[] => []); // no such folder is the usual case
  return names
    .filter((name) => name.startsWith(before) && name.endsWith(after))
    .slice(0, MAX_NAMES)
    .map((name) => ({ ...place, path: [folder, name, ...parts.slice(wild + 1)].join(sep) }));
}

async function lookInto(
  { client, title, path, belongs }: ScanPlace,
  files: ScanFiles,
): Promise<FoundConfig | undefined> {
  const base = { client, title, path };
  let text: string | undefined;
  try {
    const { size, isFile } = await files.stat(path);
    if (!isFile) return undefined;
    if (size > MAX_BYTES)
      return { ...base, servers: 0, problem: `It has ${size} bytes; files over 4 MB are not read.` };
    text = textOf(await files.read(path, size));
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (['ENOENT', 'ENOTDIR', 'EISDIR'].includes(code)) return undefined;
    return { ...base, servers: 0, problem: `It cannot be read: ${reasonOf(code)}.` };
  }
  if (text === undefined) return { ...base, servers: 0, problem: 'It is not a text file.' };
  const read = countOf(text, { path, client });
  if (read === undefined) return undefined;
  const misplaced = `${CLIENT_TITLES[client]} does not read this file. Its servers belong in ${belongs}.`;
  return { ...base, ...read, ...(belongs !== undefined && { misplaced }) };
}

function reasonOf(code: string): string {
  if (code === 'EACCES' || code === 'EPERM') return 'this account may not read it';
  return code === '' ? 'the system gave no reason' : `the system says ${code}`;
}

/** How many servers a text names, or why it cannot be read; undefined when it is about something else. */
function countOf(
  text: string,
  { path, client }: Pick<ScanPlace, 'path' | 'client'>,
): Pick<FoundConfig, 'servers' | 'problem'> | undefined {
  if (text.trim() === '') return undefined;
  const detection = detect(text, { file: path, client });
  if (detection.kind === 'servers') return { servers: detection.candidates.length + (detection.leftOut?.length ?? 0) };
  const ending = /\.(toml|ya?ml)$/.exec(path)?.[1];
  const form = ending === undefined ? 'json' : ending === 'toml' ? 'toml' : 'yaml';
  const parsed = parseConfig(text.replace(/^\ufeff/, '').trim(), form);
  if ('kind' in parsed) {
    if (SHARED.test(path) && !/mcp|context_servers/i.test(text)) return undefined;
    return { servers: 0, problem: `${parsed.title}. ${parsed.detail}` };
  }
  const unusable = (findServerLists(parsed.value)?.entries.length ?? 0) > 0;
  return unusable && detection.kind === 'problem' ? { servers: 0, problem: detection.detail } : undefined;
}

/** Where Claude Desktop comes from the store, the file in the usual place is not the one it reads. */
function withoutShadowed(found: FoundConfig[], { platform }: Computer): FoundConfig[] {
  if (platform !== 'win32') return found;
  const store = found.find(({ path }) => /\\Packages\\Claude_[^\\]*\\LocalCache\\/.test(path));
  if (!store) return found;
  return found.map((one) => {
    const usual = one.client === 'claude-desktop' && one.path !== store.path && one.misplaced === undefined;
    if (!usual || /\\Packages\\/.test(one.path)) return one;
    return { ...one, misplaced: `Claude Desktop from the Microsoft Store does not read this file but ${store.path}.` };
  });
}
