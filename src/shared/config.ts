import { z } from 'zod';
import { Root } from './roots.ts';

/** A name of a secret; the value lives in a secret store and never crosses the RPC outward. */
export const SecretRef = z.object({ secret: z.string().min(1) });
export type SecretRef = z.infer<typeof SecretRef>;

/** A setting that is either written down or kept in the secret store. */
export const SettingValue = z.union([z.string(), SecretRef]);
export type SettingValue = z.infer<typeof SettingValue>;

export const StdioEndpoint = z.object({
  kind: z.literal('stdio'),
  command: z.string().min(1),
  args: z.array(z.string()),
  /** Folder it runs in; absent means the home folder. */
  cwd: z.string().optional(),
  env: z.record(z.string(), SettingValue),
  /** A file of `NAME=value` lines; what is set in `env` wins over it. */
  envFile: z.string().optional(),
  /** What the server also gets: a short list, the login shell's environment, or everything this app has. */
  inherit: z.enum(['short', 'shell', 'all']).default('short'),
});
export type StdioEndpoint = z.infer<typeof StdioEndpoint>;

export const HttpEndpoint = z.object({
  kind: z.literal('http'),
  url: z.string().min(1),
  headers: z.array(z.object({ name: z.string().min(1), value: SettingValue })),
  /** `auto`: Streamable HTTP, and the older HTTP+SSE when the server only speaks that. */
  transport: z.enum(['auto', 'streamable', 'sse']).default('auto'),
  /** What this server alone is trusted by, beside the authorities of the system: a PEM file, or one certificate. */
  trust: z
    .object({
      /** Absolute path of a PEM file with further authorities. */
      caFile: z.string().optional(),
      /** SHA-256 of the only certificate that is accepted; with or without colons. */
      fingerprint: z.string().optional(),
    })
    .optional(),
});
export type HttpEndpoint = z.infer<typeof HttpEndpoint>;

export const BuiltinEndpoint = z.object({
  kind: z.literal('builtin'),
  name: z.literal('demo'),
  era: z.enum(['both', 'legacy', 'modern']).default('both'),
});
export type BuiltinEndpoint = z.infer<typeof BuiltinEndpoint>;

export const Endpoint = z.discriminatedUnion('kind', [StdioEndpoint, HttpEndpoint, BuiltinEndpoint]);
export type Endpoint = z.infer<typeof Endpoint>;

/** Which protocol era to speak: detect it, one of the two, or exactly one version such as `2025-06-18`. */
export const EraChoice = z.string().regex(/^(auto|legacy|modern|\d{4}-\d{2}-\d{2})$/);
export type EraChoice = z.infer<typeof EraChoice>;

/** What this client says it can do for a server. */
export const Claims = z.object({
  roots: z.boolean().default(true),
  sampling: z.boolean().default(true),
  elicitationForm: z.boolean().default(true),
  elicitationUrl: z.boolean().default(true),
  /** The tasks extension of the modern era; absent means yes. */
  tasks: z.boolean().optional(),
});
export type Claims = z.infer<typeof Claims>;

/** All in milliseconds; 0 means no limit. */
export const Timeouts = z.object({
  connectMs: z.number().int().min(0).default(30_000),
  requestMs: z.number().int().min(0).default(60_000),
  /** Limit of one call however much it shows signs of life; absent means 60 times `requestMs`. */
  totalMs: z.number().int().min(0).optional(),
});
export type Timeouts = z.infer<typeof Timeouts>;

/** The limits of one server; an absent one is that of the app's settings. Milliseconds, 0 means no limit. */
export const OwnTimeouts = z.object({
  connectMs: z.number().int().min(0).optional(),
  requestMs: z.number().int().min(0).optional(),
  totalMs: z.number().int().min(0).optional(),
});
export type OwnTimeouts = z.infer<typeof OwnTimeouts>;

/** The limits of the app where its settings say nothing. */
export const DEFAULT_TIMEOUTS: Timeouts = { connectMs: 30_000, requestMs: 60_000 };

/** A call that shows signs of life may take this many times its limit for silence. */
const TOTAL_FACTOR = 60;

/** Milliseconds that a call may take in all; 0 means no limit. */
export function totalOf({ requestMs, totalMs }: Pick<Timeouts, 'requestMs' | 'totalMs'>): number {
  return totalMs ?? requestMs * TOTAL_FACTOR;
}

/** The limits that count for a server: its own, else those of the app. A limit in all goes with the silence it was set for. */
export function timeoutsOf(own: OwnTimeouts, app: Timeouts = DEFAULT_TIMEOUTS): Timeouts {
  const totalMs = own.totalMs ?? (own.requestMs === undefined ? app.totalMs : undefined);
  return {
    connectMs: own.connectMs ?? app.connectMs,
    requestMs: own.requestMs ?? app.requestMs,
    ...(totalMs === undefined ? {} : { totalMs }),
  };
}

/** A value asked of a person before the first start and kept; written as `${input:ID}` in the settings. */
export const ConfigInput = z.object({
  title: z.string().optional(),
  description: z.string().optional(),
  kind: z.enum(['text', 'number', 'boolean', 'folder', 'file', 'choice']).default('text'),
  secret: z.boolean(),
  required: z.boolean(),
  choices: z.array(z.string()).optional(),
  default: z.union([z.string(), z.array(z.string())]).optional(),
  /** Several values: an argument that is the whole reference becomes one argument each. */
  multiple: z.boolean().optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  /** What was answered; absent means it is still to be asked. */
  value: z.union([SettingValue, z.array(z.string())]).optional(),
});
export type ConfigInput = z.infer<typeof ConfigInput>;

/** Programs whose configuration is read and written. */
export const ClientId = z.enum([
  'claude-desktop',
  'claude-code',
  'cursor',
  'vscode',
  'cline',
  'windsurf',
  'codex',
  'continue',
  'gemini',
  'zed',
  'lmstudio',
  'copilot-cli',
  'opencode',
  'inspector',
]);
export type ClientId = z.infer<typeof ClientId>;

/** Where a server's settings came from, with what this app does not use of them: it is given back on export. */
export const Origin = z.object({
  from: z.enum([...ClientId.options, 'json', 'server-json', 'mcpb', 'link', 'command', 'url']),
  /** Absolute path of the file it was read from. */
  file: z.string().optional(),
  /** Name of the entry there. */
  key: z.string().optional(),
  /** Keys of the entry that this app does not use, and spellings that differ from ours, as they were. */
  rest: z.record(z.string(), z.unknown()).optional(),
});
export type Origin = z.infer<typeof Origin>;

/** One entry of the rail, as kept in servers.json. */
export const ServerConfig = z.object({
  id: z.string().min(1),
  name: z.string().min(1).max(128),
  endpoint: Endpoint,
  era: EraChoice.default('auto'),
  claims: Claims.default({ roots: true, sampling: true, elicitationForm: true, elicitationUrl: true }),
  timeouts: OwnTimeouts.default({}),
  /** Longest line a stdio server may send, in bytes. */
  maxLineBytes: z
    .number()
    .int()
    .min(1024)
    .default(256 * 1024 * 1024),
  /** When it is started without being asked to: when a person opens it, with the app, or never. Absent means never. */
  connect: z.enum(['open', 'start', 'hand']).optional(),
  /** Whether it is started again when it fails or ends by itself. Absent means never. */
  restart: z.enum(['never', 'on-failure']).optional(),
  /** Files and folders, relative to the working folder, whose change restarts it. */
  watch: z.array(z.string()).optional(),
  /** Meaning of `${workspaceFolder}`; absent means the working folder. */
  workspaceFolder: z.string().optional(),
  /** Answers to `${input:ID}`, by id. */
  inputs: z.record(z.string(), ConfigInput).optional(),
  /** `~` and `${…}` are passed as they are written. */
  literal: z.boolean().optional(),
  /** What its log keeps. `hidden`, the default: values of sign-in and cookie headers are replaced before they are written. */
  log: z.object({ headerValues: z.enum(['hidden', 'kept']) }).optional(),
  /** Every request but the greeting carries a `traceparent` in `_meta`, and over HTTP in a header. Absent means no. */
  trace: z.boolean().optional(),
  origin: Origin.optional(),
});
export type ServerConfig = z.infer<typeof ServerConfig>;

/** A server's settings as a session runs with them: its limits are those that count. */
export type RunConfig = ServerConfig & { timeouts: Timeouts };

/** Rounds of questions one call may have. */
export const DEFAULT_ROUND_LIMIT = 12;

export const Settings = z.object({
  theme: z.enum(['system', 'light', 'dark']).default('system'),
  /** Limit of all kept session folders together, in bytes; 0 means no limit. Pinned ones do not count. */
  retentionBytes: z.number().int().min(0).default(2_000_000_000),
  /** How long a session is kept after its end, in days; 0 means no limit. */
  retentionDays: z.number().int().min(0).default(30),
  roots: z.array(Root).max(1000).default([]),
  /** All pages of a list are read without being asked for. */
  loadAllPages: z.boolean().default(false),
  /** A list that changed on the server is read again by itself. */
  refreshLists: z.boolean().default(true),
  /** A watched resource that is shown is read again by itself when it changed. */
  rereadResources: z.boolean().default(false),
  /** Time limits of servers that have none of their own; they count from the next connection on. */
  timeouts: Timeouts.default(DEFAULT_TIMEOUTS),
  /** A notification of the system tells of a question while the app is in the background. */
  askNotices: z.boolean().default(true),
  /** Rounds of questions one call may have before it is stopped; it counts from the next round on. */
  roundLimit: z.number().int().min(1).max(1000).default(DEFAULT_ROUND_LIMIT),
  /** Single characters without Mod do something in lists, tables and the inbox (WCAG 2.1.4). */
  letterKeys: z.boolean().default(true),
  /** Changed keys by id of a command, such as `mod+shift+k`. The window says which of them it cannot use. */
  shortcuts: z.record(z.string(), z.unknown()).default({}),
});
export type Settings = z.infer<typeof Settings>;

const { shape: settings } = Settings;
/** Settings to be changed. Without the defaults of the whole: what is absent stays as it is. */
export const SettingsPatch = z
  .object({
    theme: settings.theme.unwrap(),
    retentionBytes: settings.retentionBytes.unwrap(),
    retentionDays: settings.retentionDays.unwrap(),
    roots: settings.roots.unwrap(),
    loadAllPages: settings.loadAllPages.unwrap(),
    refreshLists: settings.refreshLists.unwrap(),
    rereadResources: settings.rereadResources.unwrap(),
    timeouts: settings.timeouts.unwrap(),
    askNotices: settings.askNotices.unwrap(),
    roundLimit: settings.roundLimit.unwrap(),
    letterKeys: settings.letterKeys.unwrap(),
    shortcuts: settings.shortcuts.unwrap(),
  } satisfies Record<keyof Settings, unknown>)
  .partial();
