import type { ConfigInput } from '#shared/config.ts';

/** What has to be asked for one server, collected while its description is read. */
export class InputSet {
  readonly #inputs = new Map<string, ConfigInput>();

  /** Takes an input in and gives the reference to it; another one of the same name gets a number. */
  add(wanted: string, input: ConfigInput): string {
    const plain = plainId(wanted);
    let id = plain;
    for (let n = 2; this.#inputs.has(id) && !same(this.#inputs.get(id), input); n += 1) id = `${plain}-${n}`;
    this.#inputs.set(id, input);
    return `\${input:${id}}`;
  }

  /** By id; undefined when nothing has to be asked. */
  get all(): Record<string, ConfigInput> | undefined {
    return this.#inputs.size === 0 ? undefined : Object.fromEntries(this.#inputs);
  }
}

function same(one: ConfigInput | undefined, other: ConfigInput): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** An id that a reference can name: without braces and control characters, and not endless. */
export function plainId(wanted: string): string {
  const plain = wanted.replace(/[{}$]|\p{Cc}/gu, '').trim();
  return plain.slice(0, 100) || 'value';
}
