const MOST = 64;

/** Names of tools as a provider allows them, and back: letters, digits, `_` and `-`, at most 64. */
export class ToolNames {
  readonly #wire = new Map<string, string>();
  readonly #real = new Map<string, string>();

  /** The same name always gives the same one, two names never do. */
  wire(name: string): string {
    const known = this.#wire.get(name);
    if (known !== undefined) return known;
    const plain = name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, MOST) || 'tool';
    let wire = plain;
    for (let n = 2; this.#real.has(wire); n += 1) {
      const end = `_${n}`;
      wire = `${plain.slice(0, MOST - end.length)}${end}`;
    }
    this.#wire.set(name, wire);
    this.#real.set(wire, name);
    return wire;
  }

  /** The tool's own name; what was never sent stays as it is. */
  real(wire: string): string {
    return this.#real.get(wire) ?? wire;
  }

  /** Those that had to be written differently. */
  changed(): [name: string, wire: string][] {
    return [...this.#wire].filter(([name, wire]) => name !== wire);
  }
}
