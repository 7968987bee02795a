import type { Candidate } from '#shared/candidates.ts';
import type {
  Claims,
  ConfigInput,
  Endpoint,
  EraChoice,
  Origin,
  OwnTimeouts,
  ServerConfig,
  SettingValue,
} from '#shared/config.ts';

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
  timeouts: OwnTimeouts;
  connect: NonNullable<ServerConfig['connect']>;
  restart: NonNullable<ServerConfig['restart']>;
  watch: string[];
  workspaceFolder: string;
  literal: boolean;
  trace: boolean;
  /** Values of sign-in and cookie headers are written into the log as they are. */
  keepHeaders: boolean;
  inputs: Record<string, ConfigInput>;
  claims?: Claims;
  origin?: Origin;
  /** Secrets that were typed but are stored only with the server: value by the name of the secret. */
  typed: Record<string, string>;
  unpack?: Candidate['unpack'];
  about: NonNullable<Candidate['about']>;
  warnings: Candidate['warnings'];
  /** Name of the server of the list that is the same one. */
  present?: string;
}

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
export function endpointOf({ endpoint, rows }: Pick<Draft, 'endpoint' | 'rows'>): Endpoint {
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

/** Everything the draft says of a server, as `server.save` takes it. What was emptied is sent as empty, not left out. */
export function configOf(draft: Draft): Omit<ServerConfig, 'id' | 'claims' | 'maxLineBytes'> & { claims?: Claims } {
  const { era, timeouts, connect, restart, watch, workspaceFolder, literal, trace, inputs, claims, origin } = draft;
  const headerValues = draft.keepHeaders ? 'kept' : 'hidden';
  return {
    name: draft.name.trim(),
    endpoint: endpointOf(draft),
    era,
    timeouts,
    connect,
    restart,
    watch: watch.filter((path) => path.trim() !== ''),
    literal,
    trace,
    inputs,
    // Only where there are headers; a server without them has no such setting.
    ...(draft.endpoint.kind === 'http' ? { log: { headerValues } } : {}),
    ...(workspaceFolder.trim() === '' ? {} : { workspaceFolder: workspaceFolder.trim() }),
    ...(claims === undefined ? {} : { claims }),
    ...(origin === undefined ? {} : { origin }),
  };
}

/** A name that no other server has: `files`, `files 2`, `files 3`. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const base = wanted.trim().slice(0, 120) || 'server';
  if (!taken.has(base)) return base;
  let number = 2;
  while (taken.has(`${base} ${number}`)) number += 1;
  return `${base} ${number}`;
}

/** What drafts are made against: names in use, servers of the list, and whether a person vouches for the source. */
export interface DraftContext {
  taken: ReadonlySet<string>;
  servers?: readonly ServerConfig[];
  /** From a link or a file of somebody else: it is started by hand only, unless the person says otherwise. */
  foreign?: boolean;
}

/** Drafts for what was found in a text; names that are in use get a number, servers in the list already no tick. */
export function draftsOf(candidates: readonly Candidate[], context: DraftContext): Draft[] {
  const names = new Set(context.taken);
  return candidates.map((candidate, index) => {
    const present = context.servers?.find((server) => isSame(server.endpoint, candidate.endpoint))?.name;
    const name = freeName(candidate.name, names);
    names.add(name);
    const { endpoint, warnings, config = {}, inputs = {}, about = [], origin, unpack } = candidate;
    return {
      key: `${index}`,
      ticked: candidate.disabled !== true && present === undefined,
      name,
      era: config.era ?? 'auto',
      endpoint,
      rows: rowsOf(endpoint),
      timeouts: config.timeouts ?? {},
      connect: context.foreign ? 'hand' : 'open',
      restart: 'never',
      watch: config.watch ?? [],
      workspaceFolder: config.workspaceFolder ?? '',
      literal: false,
      trace: false,
      keepHeaders: false,
      inputs,
      typed: {},
      about,
      warnings,
      ...(config.claims === undefined ? {} : { claims: config.claims }),
      ...(origin === undefined ? {} : { origin }),
      ...(unpack === undefined ? {} : { unpack }),
      ...(present === undefined ? {} : { present }),
    };
  });
}

/**
 * Whether two entries are one server: the same program or address, and no sign of two accounts of it. Such a sign is
 * a variable or header with another value, or that each has one the other lacks.
 */
function isSame(one: Endpoint, other: Endpoint): boolean {
  if (target(one) !== target(other)) return false;
  const here = new Map(rowsOf(one).map(({ name, value }) => [name, value]));
  const there = rowsOf(other);
  // The value of a secret is not known here, so it contradicts nothing.
  const contradicts = ({ name, value }: SettingRow) => {
    const mine = here.get(name);
    return typeof value === 'string' && typeof mine === 'string' && mine !== value;
  };
  const shared = there.filter(({ name }) => here.has(name)).length;
  return !there.some(contradicts) && (shared === there.length || shared === here.size);
}

function target(endpoint: Endpoint): string {
  if (endpoint.kind === 'http') return JSON.stringify([endpoint.url]);
  if (endpoint.kind === 'stdio') return JSON.stringify([endpoint.command, endpoint.args, endpoint.cwd ?? '']);
  return endpoint.kind;
}

export function draftOfServer(config: ServerConfig): Draft {
  const { name, era, endpoint, timeouts, connect, restart, watch, workspaceFolder, literal, inputs } = config;
  return {
    key: 'edit',
    ticked: true,
    name,
    era,
    endpoint,
    rows: rowsOf(endpoint),
    timeouts,
    connect: connect ?? 'hand',
    restart: restart ?? 'never',
    watch: watch ?? [],
    workspaceFolder: workspaceFolder ?? '',
    literal: literal ?? false,
    trace: config.trace ?? false,
    keepHeaders: config.log?.headerValues === 'kept',
    inputs: inputs ?? {},
    claims: config.claims,
    ...(config.origin === undefined ? {} : { origin: config.origin }),
    typed: {},
    about: [],
    warnings: [],
  };
}

/** A draft read from its own JSON again, with what that JSON cannot say: secrets, protocol, answers, where it came from. */
export function withKept(draft: Draft, before: readonly Draft[]): Draft {
  const old = before.find((each) => each.name === draft.name && each.endpoint.kind === draft.endpoint.kind);
  if (!old) return draft;
  const names = new Set(draft.rows.map((row) => row.name));
  const secrets = old.rows.filter((row) => typeof row.value !== 'string' && !names.has(row.name));
  const rows = [...draft.rows, ...secrets.map((row) => ({ ...row, key: `kept-${row.key}` }))];
  const { ticked, era, timeouts, connect, restart, watch, workspaceFolder, literal, trace, keepHeaders, typed } = old;
  const kept = {
    ...draft,
    ...{ ticked, era, timeouts, connect, restart, watch, workspaceFolder, literal, trace, keepHeaders, typed, rows },
    inputs: { ...old.inputs, ...draft.inputs },
    ...(old.origin === undefined ? {} : { origin: old.origin }),
  };
  if (draft.endpoint.kind === 'stdio' && old.endpoint.kind === 'stdio') {
    const { inherit, envFile } = old.endpoint;
    const file = draft.endpoint.envFile ?? envFile;
    return { ...kept, endpoint: { ...draft.endpoint, inherit, ...(file === undefined ? {} : { envFile: file }) } };
  }
  if (draft.endpoint.kind === 'http' && old.endpoint.kind === 'http') {
    const { transport, trust } = old.endpoint;
    return { ...kept, endpoint: { ...draft.endpoint, transport, ...(trust === undefined ? {} : { trust }) } };
  }
  return kept;
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
