import { z } from 'zod';
import { ClientId, ConfigInput, Endpoint, Origin, ServerConfig } from './config.ts';

/** A server read out of a text or file, not saved and not started. */
export const Candidate = z.object({
  name: z.string(),
  endpoint: Endpoint,
  /** What else the source says of it: era, timeouts, claims. */
  config: ServerConfig.pick({ era: true, claims: true, timeouts: true, workspaceFolder: true, watch: true })
    .partial()
    .optional(),
  /** What has to be asked before it can start, by the id that `${input:ID}` names. */
  inputs: z.record(z.string(), ConfigInput).optional(),
  /** The source marks it as switched off: it is listed unticked. */
  disabled: z.boolean().optional(),
  origin: Origin.optional(),
  /** A bundle that has to be unpacked before it can start; `dir` is where it will lie. */
  unpack: z.object({ token: z.string(), dir: z.string() }).optional(),
  /** Facts to show, such as version, author and the tools a manifest lists. Plain text from outside. */
  about: z.array(z.object({ label: z.string(), text: z.string() })).optional(),
  /** Plain sentences for the review: a package runner that downloads, a secret in plain text, an unknown key. */
  warnings: z.array(z.object({ code: z.string(), text: z.string() })),
});
export type Candidate = z.infer<typeof Candidate>;

/** An entry that cannot be used as it is; it never hides its neighbours and can be corrected in place. */
export const LeftOut = z.object({ name: z.string(), reason: z.string() });
export type LeftOut = z.infer<typeof LeftOut>;

export const Detection = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('empty') }),
  z.object({
    kind: z.literal('servers'),
    form: z.enum(['command', 'client-command', 'url', 'json', 'toml', 'yaml', 'server-json', 'mcpb', 'link']),
    title: z.string(),
    detail: z.string(),
    candidates: z.array(Candidate),
    /** Why other entries of the text cannot be used. */
    leftOut: z.array(LeftOut).optional(),
    /** The client whose shape it is, when that is certain. */
    client: ClientId.optional(),
    /** The text of a file of this computer, so that what is left out can be corrected. */
    text: z.string().optional(),
  }),
  z.object({ kind: z.literal('problem'), title: z.string(), detail: z.string(), line: z.number().optional() }),
]);
export type Detection = z.infer<typeof Detection>;

/** A config file of another client on this computer. */
export const FoundConfig = z.object({
  client: ClientId,
  /** `Claude Desktop`, `VS Code, this user`. */
  title: z.string(),
  path: z.string(),
  /** Number of servers it names. */
  servers: z.number(),
  /** Why it cannot be read, a sentence. */
  problem: z.string().optional(),
  /** The client does not read a file in this place: where it belongs. */
  misplaced: z.string().optional(),
});
export type FoundConfig = z.infer<typeof FoundConfig>;

export const ExportText = z.object({
  text: z.string(),
  format: z.enum(['json', 'toml', 'yaml']),
  /** Where the client reads it on this computer. */
  path: z.string().optional(),
  /** What this client cannot say, a sentence each. */
  notes: z.array(z.string()),
});
export type ExportText = z.infer<typeof ExportText>;

/** What writing into a client's file would change. */
export const ExportPlan = z.object({
  token: z.string(),
  path: z.string(),
  exists: z.boolean(),
  before: z.string(),
  after: z.string(),
  notes: z.array(z.string()),
});
export type ExportPlan = z.infer<typeof ExportPlan>;
