import { CLIENT_TITLES } from '#shared/client-titles.ts';
import type { ClientId, ConfigInput, ServerConfig, SettingValue } from '#shared/config.ts';
import type { JsonObject } from '#shared/json.ts';
import { writeInput } from './config-inputs.ts';
import { type SecretText, wholeSecret } from './plain-secrets.ts';
import { type ReferenceStyle, referenceStyle } from './references.ts';

const REFERENCE = /\$\{([^{}]+)\}/g;
const FOLDERS = new Set(['workspaceFolder', 'workspaceFolderBasename', 'userHome', 'pathSeparator', '/']);

/** A name for a variable of the environment: `x-api key` is `X_API_KEY`. */
export function variableName(...words: string[]): string {
  const name = words
    .join('_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  return /^\d/.test(name) || name === '' ? `_${name}` : name;
}

/** A text of the entry that stands for one with secrets. */
export interface Placeholder {
  path: string[];
  /** What surrounds the secrets. */
  pieces: string[];
}

/** Writes the values of one server for one client: references in its spelling, placeholders where a secret was. */
export class ValueWriter {
  readonly #client: ClientId;
  readonly #config: ServerConfig;
  readonly #style: ReferenceStyle;
  /** The texts came from this client, so its own spelling is still in them. */
  readonly #own: boolean;
  readonly #notes = new Set<string>();
  readonly #inputs = new Map<string, JsonObject>();
  readonly #placeholders: Placeholder[] = [];

  constructor(client: ClientId, config: ServerConfig) {
    this.#client = client;
    this.#config = config;
    this.#style = referenceStyle(client);
    this.#own = config.origin?.from === client;
  }

  get notes(): string[] {
    return [...this.#notes];
  }

  /** What the file has to ask for, by id. */
  get inputs(): ReadonlyMap<string, JsonObject> {
    return this.#inputs;
  }

  get placeholders(): Placeholder[] {
    return this.#placeholders;
  }

  note(text: string): void {
    this.#notes.add(text);
  }

  /** A value of the settings at a path of the entry; `name` says what it is. */
  setting(value: SettingValue, name: string, path: string[]): string {
    return typeof value === 'string' ? this.text(value) : this.secret(wholeSecret(name), path);
  }

  /** A text with placeholders for its secrets. */
  secret({ pieces, names }: SecretText, path: string[]): string {
    this.#placeholders.push({ path, pieces });
    return pieces.map((piece, at) => `${piece}${at < names.length ? this.#placeholder(names[at] ?? '') : ''}`).join('');
  }

  /** A text with its references in the client's spelling. */
  text(text: string): string {
    if (this.#config.literal === true) {
      if (text.includes('${'))
        this.note(`${text.slice(0, 100)} is meant as it is written; ${this.#title} may fill it in.`);
      return text;
    }
    if (!this.#own && /^~(?:[\\/]|$)/.test(text))
      this.note(`${this.#title} may not fill in ~ in ${text.slice(0, 100)}.`);
    return text.replace(REFERENCE, (whole, inner: string) => this.#reference(whole, inner));
  }

  /** An argument; an answered input with several values becomes several. */
  argument(text: string): string[] {
    const id = /^\$\{input:([^{}]+)\}$/.exec(text)?.[1];
    const value = id === undefined || this.#config.literal === true ? undefined : this.#inputOf(id)?.value;
    return Array.isArray(value) ? value : [this.text(text)];
  }

  get #title(): string {
    return CLIENT_TITLES[this.#client];
  }

  #inputOf(id: string): ConfigInput | undefined {
    const { inputs } = this.#config;
    return inputs && Object.hasOwn(inputs, id) ? inputs[id] : undefined;
  }

  #placeholder(name: string): string {
    const variable = variableName(name);
    if (this.#client === 'vscode') {
      // Servers that have a variable of the same name may have different secrets in it.
      const full = variableName(this.#config.name, name.replace(`${this.#config.name} `, ''));
      const id = full.toLowerCase().replaceAll('_', '-').replace(/^-+/, '');
      this.#inputs.set(id, { type: 'promptString', id, description: name, password: true });
      return `\${input:${id}}`;
    }
    if (this.#style.input) return this.#style.input(variable);
    if (this.#style.variable) {
      this.note(`Set the variable ${variable} before you start ${this.#title}.`);
      return this.#style.variable(variable);
    }
    this.note(`Put the secret itself in place of <${variable}>.`);
    return `<${variable}>`;
  }

  #reference(whole: string, inner: string): string {
    if (inner.startsWith('input:')) return this.#input(inner.slice('input:'.length));
    if (FOLDERS.has(inner)) return this.#folder(whole, inner);
    const found = /^(env:)?([A-Za-z_][\w.]*)(?::-(.*))?$/s.exec(inner);
    const name = found?.[2];
    // What the client wrote itself is given back in its own spelling.
    if (name === undefined || (this.#own && this.#client !== 'opencode')) return whole;
    const { variable, fallback } = this.#style;
    const standIn = found?.[3];
    if (!variable) {
      this.note(`${this.#title} does not fill in ${whole}. Put the value itself there.`);
      return whole;
    }
    if (standIn === undefined) return variable(name);
    if (fallback) return fallback(name, standIn);
    this.note(`${this.#title} has no value for when ${name} is not set; here it was ${standIn.slice(0, 100)}.`);
    return variable(name);
  }

  #input(id: string): string {
    const input = this.#inputOf(id);
    if (this.#client === 'vscode') {
      this.#inputs.set(id, writeInput(id, input));
      return `\${input:${id}}`;
    }
    if (input?.secret === false && typeof input.value === 'string') return input.value;
    return this.#style.input ? this.#style.input(id) : this.#placeholder(id);
  }

  #folder(whole: string, name: string): string {
    if (this.#style.folders || this.#own) return whole;
    const { workspaceFolder } = this.#config;
    if (name === 'workspaceFolder' && workspaceFolder !== undefined) return workspaceFolder;
    this.note(`${this.#title} does not fill in ${whole}. Put the folder itself there.`);
    return whole;
  }
}
