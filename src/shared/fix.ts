import { z } from 'zod';
import { EraChoice } from './config.ts';

/** Field of the server's settings that a fix points to. */
export const SettingField = z.enum([
  'name',
  'command',
  'args',
  'cwd',
  'env',
  'url',
  'headers',
  'transport',
  'era',
  'timeouts',
  'proxy',
  'tls',
  'auth',
]);
export type SettingField = z.infer<typeof SettingField>;

/** What a fix does. Everything but `edit` and `copy` is carried out by `fix.apply`, which then starts the server again. */
export const FixAction = z.discriminatedUnion('do', [
  /** Saves this as the program; the arguments stay unless others are given. */
  z.object({ do: z.literal('set-command'), command: z.string().min(1), args: z.array(z.string()).optional() }),
  /** Asks for a program: `value` is its path. */
  z.object({ do: z.literal('choose-command') }),
  /** Asks for a folder: `value` is its path. */
  z.object({ do: z.literal('choose-folder'), suggested: z.string().optional() }),
  /** Asks for the value of a variable unless it is known; `secret` suggests to keep it as one. */
  z.object({
    do: z.literal('set-variable'),
    name: z.string().min(1),
    secret: z.boolean(),
    value: z.string().optional(),
  }),
  /** Passes on the variable of this name from the login shell. */
  z.object({ do: z.literal('pass-variable'), name: z.string().min(1) }),
  z.object({ do: z.literal('set-inherit'), inherit: z.enum(['short', 'shell', 'all']) }),
  z.object({ do: z.literal('set-args'), args: z.array(z.string()) }),
  z.object({ do: z.literal('set-url'), url: z.string().min(1) }),
  /** Accepts this certificate of this server alone; SHA-256 with colons. */
  z.object({ do: z.literal('trust-certificate'), fingerprint: z.string().min(1) }),
  /** Asks for the value of a header, which is kept as a secret; `scheme` comes before it unless it has one. */
  z.object({ do: z.literal('set-header'), name: z.string().min(1), scheme: z.string().optional() }),
  z.object({ do: z.literal('set-transport'), transport: z.enum(['auto', 'streamable', 'sse']) }),
  z.object({ do: z.literal('set-era'), era: EraChoice }),
  /** Replaces the program by the address it printed. */
  z.object({ do: z.literal('use-address'), url: z.string().min(1) }),
  z.object({ do: z.literal('wait-longer') }),
  z.object({ do: z.literal('retry') }),
  /** Opens the settings at a field. */
  z.object({ do: z.literal('edit'), field: SettingField }),
  z.object({ do: z.literal('copy'), text: z.string() }),
]);
export type FixAction = z.infer<typeof FixAction>;

/** One way out of a failure, ready to be carried out. */
export const Fix = z.object({
  /** The button: a verb, `Use /opt/homebrew/bin/node`. */
  label: z.string(),
  action: FixAction,
  /** What is asked for before it can be carried out. */
  ask: z.object({ kind: z.enum(['secret', 'path', 'text']), label: z.string() }).optional(),
});
export type Fix = z.infer<typeof Fix>;
