import type { Candidate } from '#shared/candidates.ts';
import type { Endpoint, EraChoice, ServerConfig, SettingValue } from '#shared/config.ts';

/** One environment variable or header under review. */
export interface SettingRow {
  key: string;
  name: string;
  value: SettingValue;
}

/** A server as it would be saved, while a person looks at it. */
export interface Draft {
  key: string;
  ticked: boolean;
  name: string;
  era: EraChoice;
  /** Without its settings: those are in `rows`. */
  endpoint: Endpoint;
  /** Environment of a stdio server, headers of an HTTP server. */
  rows: SettingRow[];
  warnings: Candidate['warnings'];
}

export const ERA_OPTIONS = [
  { value: 'auto', label: 'Detect, newest first' },
  { value: 'modern', label: 'Modern only' },
  { value: 'legacy', label: 'Legacy only' },
  { value: '2026-07-28', label: 'Exactly 2026-07-28' },
  { value: '2025-11-25', label: 'Exactly 2025-11-25' },
  { value: '2025-06-18', label: 'Exactly 2025-06-18' },
  { value: '2025-03-26', label: 'Exactly 2025-03-26' },
  { value: '2024-11-05', label: 'Exactly 2024-11-05' },
];

function rowsOf(endpoint: Endpoint): SettingRow[] {
  switch (endpoint.kind) {
    case 'stdio':
      return Object.entries(endpoint.env).map(([name, value], index) => ({ key: `given-${index}`, name, value }));
    case 'http':
      return endpoint.headers.map(({ name, value }, index) => ({ key: `given-${index}`, name, value }));
    case 'builtin':
      return [];
  }
}

/** The endpoint with the reviewed settings; rows without a name are left out. */
export function endpointOf({ endpoint, rows }: Draft): Endpoint {
  const named = rows.filter((row) => row.name.trim() !== '').map(({ name, value }) => ({ name: name.trim(), value }));
  switch (endpoint.kind) {
    case 'stdio':
      return { ...endpoint, env: Object.fromEntries(named.map(({ name, value }) => [name, value])) };
    case 'http':
      return { ...endpoint, headers: named };
    case 'builtin':
      return endpoint;
  }
}

/** A name that no other server has: `files`, `files 2`, `files 3`. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted.trim().slice(0, 120) || 'server';
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
}

/** Drafts for what was found in a text; names that are in use get a number. */
export function draftsOf(candidates: readonly Candidate[], taken: ReadonlySet<string>): Draft[] {
  const names = new Set(taken);
  return candidates.map((candidate, index) => {
    const name = freeName(candidate.name, names);
    names.add(name);
    const { endpoint, warnings } = candidate;
    return { key: `${index}`, ticked: true, name, era: 'auto', endpoint, rows: rowsOf(endpoint), warnings };
  });
}

export function draftOfServer({ name, era, endpoint }: ServerConfig): Draft {
  return { key: 'edit', ticked: true, name, era, endpoint, rows: rowsOf(endpoint), warnings: [] };
}

/** A draft read from its own JSON again, with what that JSON cannot say: secrets, protocol, transport. */
export function withKept(draft: Draft, before: readonly Draft[]): Draft {
  const old = before.find((each) => each.name === draft.name && each.endpoint.kind === draft.endpoint.kind);
  if (!old) return draft;
  const names = new Set(draft.rows.map((row) => row.name));
  const secrets = old.rows.filter((row) => typeof row.value !== 'string' && !names.has(row.name));
  const rows = [...draft.rows, ...secrets.map((row) => ({ ...row, key: `kept-${row.key}` }))];
  const kept = { ...draft, era: old.era, rows };
  if (draft.endpoint.kind === 'stdio' && old.endpoint.kind === 'stdio') {
    return { ...kept, endpoint: { ...draft.endpoint, inherit: old.endpoint.inherit } };
  }
  if (draft.endpoint.kind === 'http' && old.endpoint.kind === 'http') {
    return { ...kept, endpoint: { ...draft.endpoint, transport: old.endpoint.transport } };
  }
  return kept;
}

export interface DraftProblems {
  name?: string;
  program?: string;
  address?: string;
}

/** What has to be changed before a draft can be saved. */
export function draftProblems(draft: Draft, taken: ReadonlySet<string>): DraftProblems {
  const problems: DraftProblems = {};
  const name = draft.name.trim();
  if (name === '') problems.name = 'Enter a name.';
  else if (name.length > 128) problems.name = 'Use at most 128 characters.';
  else if (taken.has(name)) problems.name = `Another server is called ${name}. Choose a different name.`;
  const { endpoint } = draft;
  if (endpoint.kind === 'stdio' && endpoint.command.trim() === '') problems.program = 'Enter the program to run.';
  if (endpoint.kind === 'http' && !/^https?:$/.test(URL.canParse(endpoint.url) ? new URL(endpoint.url).protocol : '')) {
    problems.address = 'Enter a whole address that starts with http:// or https://.';
  }
  return problems;
}

/** The drafts as the JSON config most clients read; references to secrets are left out. */
export function jsonOf(drafts: readonly Draft[]): string {
  const plain = (rows: readonly SettingRow[]) =>
    Object.fromEntries(rows.flatMap(({ name, value }) => (typeof value === 'string' ? [[name, value]] : [])));
  const entries = drafts.flatMap(({ name, endpoint, rows }): [string, unknown][] => {
    const settings = Object.keys(plain(rows)).length > 0 ? plain(rows) : undefined;
    if (endpoint.kind === 'stdio') {
      const { command, args, cwd } = endpoint;
      return [[name, { command, args, ...(cwd === undefined ? {} : { cwd }), ...(settings ? { env: settings } : {}) }]];
    }
    return endpoint.kind === 'http' ? [[name, { url: endpoint.url, ...(settings ? { headers: settings } : {}) }]] : [];
  });
  return JSON.stringify({ mcpServers: Object.fromEntries(entries) }, null, 2);
}
