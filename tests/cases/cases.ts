import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What a case is about; one group of `cases.json`. */
export type CaseKind =
  | 'launch'
  | 'config'
  | 'stdout'
  | 'process'
  | 'protocol'
  | 'timing'
  | 'modern'
  | 'schema'
  | 'content'
  | 'names'
  | 'http'
  | 'auth'
  | 'interaction'
  | 'tasks';

/** One reported failure. `${CASES}` in a text stands for this folder, `{port}` for any free port (0: the server chooses). */
export interface Case {
  readonly id: string;
  readonly title: string;
  readonly kind: CaseKind;
  /** Public reports as `owner/repo#number`. */
  readonly links: readonly string[];
  /** How the case is reached; `config` means by importing one of `files`. */
  readonly transport: 'stdio' | 'http' | 'config';
  /** `near`: no report of an MCP client has exactly this shape. */
  readonly basis: 'direct' | 'near';
  readonly wrong: string;
  readonly steps: readonly string[];
  readonly expect: readonly string[];
  /** Path of the check within this folder. */
  readonly verified: string;
  readonly files?: readonly string[];
  readonly command?: string;
  readonly args?: readonly string[];
  readonly variants?: string;
  readonly variantArgs?: readonly (readonly string[])[];
  readonly era?: 'dual' | 'modern';
  readonly start?: { readonly command: string; readonly args: readonly string[] };
  readonly url?: string;
}

/** Absolute path of this folder, without a trailing slash. */
export const casesDir = fileURLToPath(new URL('.', import.meta.url)).replace(/[\\/]$/, '');

/** Reads every case, in the order of `cases.json`. */
export function loadCases(): Case[] {
  const text = readFileSync(new URL('cases.json', import.meta.url), 'utf8');
  // The file is part of the repository; cases.test.ts checks its shape.
  return (JSON.parse(text) as { cases: Case[] }).cases;
}

/** Absolute path of a case's server; cases of transport `config` may have none. */
export function caseServer(id: string): string {
  return caseFile(`servers/${id}.mjs`);
}

/** Absolute path of a file named by a case, e.g. an entry of `files`. */
export function caseFile(path: string): string {
  return fileURLToPath(new URL(path.split('/').map(encodeURIComponent).join('/'), import.meta.url));
}
