/** Numbers from 0 to 1 that are the same for the same seed. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What breaks parsers: marks of the three formats, odd characters, names that objects already have. */
const TOKENS = [
  ...['{', '}', '[', ']', '[[', ']]', ',', ':', '"', "'", '"""', "'''", '\\', '\\u', '\\uD800', '\n', '\r\n', '\t'],
  ...['- ', '? ', ': ', '&a ', '*a', '!!js/function ', '!!binary ', '<<: *a', '--- ', '...', '%YAML 9', '|\n', '>-\n'],
  ...['#', '//', '/*', '*/', '=', '.', '..', '${', '${input:', '${{ secrets.', '{env:', '~/', 'null', 'true', '1e999'],
  ...[
    '-0',
    '0x',
    'nan',
    '1979-05-27T07:32:00Z',
    '\u0000',
    '\ufeff',
    '\u2028',
    '\ud83d',
    '🦊',
    '__proto__',
    'constructor',
  ],
  ...[
    'mcpServers',
    'mcp_servers',
    'servers',
    'mcp',
    'projects',
    'command',
    'url',
    'args',
    'env',
    'type',
    'name',
    'headers',
  ],
];

/** One to three changes of a text: cut, doubled, swapped, a mark put in, a piece of another text. */
export function mutated(text: string, others: readonly string[], random: () => number): string {
  const below = (limit: number) => Math.floor(random() * limit);
  const cut = (from: string) => {
    const start = below(from.length + 1);
    return from.slice(start, start + below(60));
  };
  let changed = text;
  for (let left = 1 + below(3); left > 0; left -= 1) {
    const at = below(changed.length + 1);
    const end = at + below(40);
    switch (below(6)) {
      case 0:
        changed = changed.slice(0, at) + changed.slice(end);
        break;
      case 1:
        changed = changed.slice(0, end) + changed.slice(at);
        break;
      case 2:
        changed = changed.slice(0, at) + cut(others[below(others.length)] ?? '') + changed.slice(at);
        break;
      case 3:
        changed = changed.slice(0, at);
        break;
      default:
        changed = changed.slice(0, at) + (TOKENS[below(TOKENS.length)] ?? '') + changed.slice(at + below(3));
    }
  }
  return changed.slice(0, 2000);
}
