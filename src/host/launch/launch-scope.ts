import { posix, win32 } from 'node:path';
import type { ConfigInput, ServerConfig, SettingValue } from '#shared/config.ts';
import { ownVariables, type Variables, variable, variableKey } from './environment.ts';
import {
  asWritten,
  type Expanded,
  type ExpandScope,
  expand,
  expandList,
  type Found,
  type InputValues,
} from './expand.ts';
import { looksSecret, SURE_SECRET } from './looks-secret.ts';

/** The settings that references of a server may point to. */
export type Referable = Pick<ServerConfig, 'inputs' | 'workspaceFolder' | 'literal' | 'origin'>;

export interface ScopeOptions {
  server: Referable;
  /** Variables set for this server. */
  block: Readonly<Record<string, SettingValue>>;
  platform: NodeJS.Platform;
  home: string;
  /** The environment of this app, and that of the login shell where it answered. */
  env: Variables;
  shell: Variables | undefined;
  /** The value of a stored secret. */
  secret(name: string): Promise<string | undefined>;
  /** Told of a value that must not be shown although it is no stored secret. */
  hide?: ((name: string, value: string) => void) | undefined;
}

/** Variables of a block that refer to each other many times over must not take for ever. */
const MOST_LOOKUPS = 2000;

/** The values that the references of one server stand for. */
export class LaunchScope implements ExpandScope {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly #options: ScopeOptions;
  readonly #ours: Variables;
  readonly #secrets: ReadonlyMap<string, string>;
  readonly #inputs: ReadonlyMap<string, InputValues>;
  readonly #filling = new Set<string>();
  readonly #words = new Map<string, string>();
  #file: Variables = {};
  #left = MOST_LOOKUPS;

  private constructor(
    options: ScopeOptions,
    secrets: ReadonlyMap<string, string>,
    inputs: ReadonlyMap<string, InputValues>,
  ) {
    this.platform = options.platform;
    this.home = options.home;
    this.#options = options;
    this.#ours = ownVariables(options.env);
    this.#secrets = secrets;
    this.#inputs = inputs;
    const { sep } = this.#path;
    for (const name of ['pathSeparator', '/']) this.#words.set(name, sep);
    this.#words.set('userHome', options.home);
  }

  /** Reads secrets and answers; after that nothing waits. */
  static async open(options: ScopeOptions): Promise<LaunchScope> {
    const secrets = new Map<string, string>();
    const inputs = new Map<string, InputValues>();
    const read = async (name: string): Promise<string | undefined> => {
      const value = await options.secret(name);
      if (value !== undefined) secrets.set(name, value);
      return value;
    };
    for (const setting of Object.values(options.block)) if (typeof setting !== 'string') await read(setting.secret);
    for (const [id, input] of Object.entries(options.server.inputs ?? {})) {
      const answer = await answerOf(id, input, read);
      if (!answer) continue;
      if (input.secret) for (const value of answer.values) options.hide?.(answer.secret ?? id, value);
      inputs.set(id, answer);
    }
    return new LaunchScope(options, secrets, inputs);
  }

  get #path() {
    return this.platform === 'win32' ? win32 : posix;
  }

  /** Fills in a text, unless this server wants everything as it is written. */
  text(text: string): Expanded {
    return this.#options.server.literal ? asWritten(text) : expand(text, this);
  }

  /** As `text`, for something that may become several values or none. */
  list(text: string, tilde = true): Expanded[] {
    return this.#options.server.literal ? [asWritten(text)] : expandList(text, this, tilde);
  }

  /** A value of the block, which does not see itself: `PATH: "/x:${PATH}"` adds to what is inherited. */
  own(name: string, text: string): Expanded[] {
    this.#filling.add(name);
    try {
      return this.list(text);
    } finally {
      this.#filling.delete(name);
    }
  }

  /** From now on the variables of the environment file count. */
  withFile(variables: Variables): void {
    this.#file = variables;
  }

  /** Says what `${workspaceFolder}` means. */
  withWorkspace(folder: string): void {
    this.#words.set('workspaceFolder', folder);
    this.#words.set('workspaceFolderBasename', this.#path.basename(folder));
  }

  word(name: string): string | undefined {
    return this.#words.get(name);
  }

  secretValue(name: string): string | undefined {
    return this.#secrets.get(name);
  }

  input(id: string): InputValues | undefined {
    return this.#inputs.get(id);
  }

  variable(name: string): Found | undefined {
    const { block, shell } = this.#options;
    const key = Object.keys(block).find((one) => one === name || (this.platform === 'win32' && same(one, name)));
    const setting = key === undefined ? undefined : block[key];
    if (key !== undefined && setting !== undefined && !this.#filling.has(key) && this.#left > 0) {
      this.#left -= 1;
      const found = this.#blockValue(key, setting);
      if (found) return found;
    }
    for (const layer of [this.#file, shell ?? {}, this.#ours]) {
      const value = variable(layer, name, this.platform);
      if (value !== undefined) return this.#guarded(name, value);
    }
    // Windows has no such variable, and settings are written for all systems.
    return name === 'HOME' ? { value: this.home } : undefined;
  }

  #blockValue(key: string, setting: SettingValue): Found | undefined {
    if (typeof setting !== 'string') {
      const value = this.#secrets.get(setting.secret);
      return value === undefined ? undefined : { value, secret: setting.secret };
    }
    const [found] = this.own(key, setting);
    if (!found) return undefined;
    return { value: found.value, ...(found.secret ? { secret: key } : {}) };
  }

  /** A value that only looks like a secret is treated as one. */
  #guarded(name: string, value: string): Found {
    if (!looksSecret(name, value)) return { value };
    if (value.length >= SURE_SECRET) this.#options.hide?.(name, value);
    return { value, secret: name };
  }

  /** True when the login shell has a variable. */
  inShell(name: string): boolean {
    return variableKey(this.#options.shell ?? {}, name, this.platform) !== undefined;
  }
}

function same(a: string, b: string): boolean {
  return a.toUpperCase() === b.toUpperCase();
}

async function answerOf(
  id: string,
  input: ConfigInput,
  read: (name: string) => Promise<string | undefined>,
): Promise<InputValues | undefined> {
  const given = input.value ?? input.default;
  const open = input.required ? undefined : { values: [] };
  if (given === undefined) return open;
  if (typeof given === 'string' || Array.isArray(given)) {
    const values = typeof given === 'string' ? [given] : given;
    // An empty field of a form is no answer.
    if (values.length === 0 || (values.length === 1 && values[0] === '')) return open;
    return { values, ...(input.secret ? { secret: id } : {}) };
  }
  const value = await read(given.secret);
  return value === undefined ? open : { values: [value], secret: given.secret };
}
