import type { SettingValue } from '#shared/config.ts';
import type { EnvEntry } from '#shared/session.ts';
import { type Inherited, type Variables, variableKey } from './environment.ts';
import type { Filled } from './filled.ts';
import type { LaunchScope } from './launch-scope.ts';
import { looksSecret, SURE_SECRET } from './looks-secret.ts';

export interface ChildEnvironmentInput {
  inherited: Inherited['values'];
  /** What the environment file says, and its path. */
  file: { path: string; variables: Variables } | undefined;
  /** Variables set for this server. */
  block: Readonly<Record<string, SettingValue>>;
  scope: LaunchScope;
  filled: Filled;
  hide?: ((name: string, value: string) => void) | undefined;
}

/** The environment a program gets. */
export class ChildEnvironment {
  readonly env: Record<string, string> = {};
  /** Names of secrets that have no value. */
  readonly missing: string[] = [];
  readonly #entries = new Map<string, EnvEntry>();
  readonly #input: ChildEnvironmentInput;

  /** What is inherited, then the environment file, then what is set for this server. */
  constructor(input: ChildEnvironmentInput) {
    this.#input = input;
    for (const [name, { value, source }] of input.inherited)
      this.#put(value, { name, source, ...shownValue(name, value) });
    const { path: from, variables = {} } = input.file ?? {};
    for (const [name, value] of Object.entries(variables)) {
      if (value === undefined) continue;
      const shown = shownValue(name, value);
      if (shown.value === undefined && value.length >= SURE_SECRET) input.hide?.(name, value);
      this.#put(value, { name, source: 'file', ...shown, ...(from === undefined ? {} : { from }) });
    }
    for (const [name, setting] of Object.entries(input.block)) this.#set(name, setting);
  }

  get(name: string): string | undefined {
    const key = variableKey(this.env, name, this.#input.scope.platform);
    return key === undefined ? undefined : this.env[key];
  }

  /** Changes a variable and leaves where it came from. */
  change(name: string, value: string): void {
    const key = variableKey(this.env, name, this.#input.scope.platform) ?? name;
    this.env[key] = value;
    this.#entries.set(key, { ...(this.#entries.get(key) ?? { name: key, source: 'inherited' }), value });
  }

  /** Where each variable came from, by name; secrets without value. */
  entries(): EnvEntry[] {
    const known = new Set([...this.#entries.keys(), ...Object.keys(this.env)]);
    const all = [...this.#entries.values(), ...this.#input.filled.missing(known)];
    return all.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }

  #set(name: string, setting: SettingValue): void {
    const { scope, filled } = this.#input;
    if (typeof setting !== 'string') {
      const value = scope.secretValue(setting.secret);
      if (value !== undefined) this.#put(value, { name, source: 'secret' });
      else {
        this.missing.push(setting.secret);
        this.#lack({ name, source: 'missing', ...(scope.inShell(name) ? { inShell: true } : {}) });
      }
      return;
    }
    const parts = scope.own(name, setting).map((part) => filled.take(part, 'env', `the variable ${name}`));
    const from = parts.length === 1 && parts[0]?.value === setting ? {} : { from: setting };
    // An optional value that was left open: the program should find nothing rather than an empty text.
    if (parts.length === 0) {
      this.#lack({ name, source: 'missing', ...from });
      return;
    }
    const value = parts.map((part) => part.value).join(',');
    const secret = parts.some((part) => part.secret);
    const unset = parts.some((part) => part.unset.length > 0 || part.open.length > 0);
    if (secret) this.#put(value, { name, source: 'secret', ...from });
    else this.#put(value, { name, value, source: unset ? 'missing' : 'set', ...(unset ? { from: setting } : from) });
  }

  #put(value: string, entry: EnvEntry): void {
    this.#clear(entry.name);
    this.env[entry.name] = value;
    this.#entries.set(entry.name, entry);
  }

  #lack(entry: EnvEntry): void {
    this.#clear(entry.name);
    this.#entries.set(entry.name, entry);
  }

  /** Windows has one variable for Path and PATH. */
  #clear(name: string): void {
    const clash = variableKey(this.env, name, this.#input.scope.platform);
    if (clash === undefined) return;
    delete this.env[clash];
    this.#entries.delete(clash);
  }
}

/** Values that nobody marked as secret but that look like one do not leave the host. */
function shownValue(name: string, value: string): { value?: string } {
  return looksSecret(name, value) ? {} : { value };
}
