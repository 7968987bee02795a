import { describe, expect, test } from 'vitest';
import { readClientConfig } from '#host/exchange-formats/client-config.ts';
import { readCommandLine } from '#host/exchange-formats/command-line.ts';
import { detect } from '#host/exchange-formats/detect.ts';
import { editConfig } from '#host/exchange-formats/edit-config.ts';
import { exportEntries } from '#host/exchange-formats/export-text.ts';
import { parseConfig } from '#host/exchange-formats/parse-document.ts';
import { Detection } from '#shared/candidates.ts';
import { ClientId, ServerConfig } from '#shared/config.ts';
import { EXAMPLES } from './examples.ts';
import { savedAs } from './kit.ts';
import { mutated, seeded } from './mutate.ts';

const INPUTS = 10_000;
/** One input may take this long on a busy computer; a hang takes for ever. */
const SLOWEST_MS = 5000;

// Short ones: the time goes into parsing, and a change is found as well in a short text.
const textsOf = (ending: RegExp) =>
  EXAMPLES.filter(({ file = '', text }) => ending.test(file) && text.length < 900).map(({ text }) => text);
const COMMANDS = [
  `A=1 npx -y 'a b' "c \\"d\\"" e\\ f # end`,
  'C:\\x\\y.exe --root "C:\\My Files" 2>&1',
  'https://x.test/mcp?a=1&b=2',
  'claude mcp add x -- npx y',
];

/** Feeds changed texts to a reader and says how many it understood. The same texts in every run. */
function feed(seed: number, texts: readonly string[], read: (text: string, at: number) => boolean): number {
  const random = seeded(seed);
  let understood = 0;
  for (let at = 0; at < INPUTS; at += 1) {
    const text = mutated(texts[at % texts.length] ?? '', texts, random);
    const from = performance.now();
    try {
      if (read(text, at)) understood += 1;
    } catch (error) {
      throw new Error(`input ${at}, ${JSON.stringify(text)}`, { cause: error });
    }
    if (performance.now() - from > SLOWEST_MS) throw new Error(`slow: ${JSON.stringify(text)}`);
  }
  return understood;
}

/** Every answer fits the contract; checking each one would take longer than reading it. */
function answered(found: Detection, at: number): boolean {
  if (at % 50 === 0) Detection.parse(found);
  if (found.kind === 'problem') expect(found.title).not.toBe('');
  return found.kind === 'servers' && found.candidates.length > 0;
}

describe(`${INPUTS} changed texts`, { timeout: 120_000 }, () => {
  test.each([
    ['json', /json$/, 1],
    ['toml', /toml$/, 2],
    ['yaml', /mcpServers\/.*yaml$/, 3],
  ] as const)('%s configs', (form, ending, seed) => {
    const clients = ClientId.options;
    const understood = feed(seed, textsOf(ending), (text, at) => {
      const client = clients[at % clients.length];
      return answered(readClientConfig(text, form, at % 3 === 0 || client === undefined ? {} : { client }), at);
    });
    // Enough of them are still configs for the readers behind the parser to be tried, too.
    expect(understood).toBeGreaterThan(INPUTS / 20);
    expect(understood).toBeLessThan(INPUTS);
  });

  test('command lines', () => {
    const understood = feed(4, COMMANDS, (text) => readCommandLine(text).ok);
    expect(understood).toBeGreaterThan(INPUTS / 20);
  });

  test('whatever is pasted', () => {
    const texts = [...COMMANDS, ...EXAMPLES.map(({ text }) => text.slice(0, 500))];
    expect(feed(5, texts, (text, at) => answered(detect(text), at))).toBeGreaterThan(INPUTS / 20);
  });

  test('files that a server is written into are whole afterwards, or refused', () => {
    const config = ServerConfig.parse({
      id: 'new',
      name: 'a',
      endpoint: { kind: 'stdio', command: 'new', args: ['--x'], env: { K: { secret: 's' } } },
    });
    const clients = ['cursor', 'vscode', 'opencode', 'zed', 'codex'] as const;
    const exported = clients.map((client) => exportEntries(client, [config]));
    const texts = [...textsOf(/json$/), ...textsOf(/toml$/)];
    const written = feed(6, texts, (text, at) => {
      const one = exported[at % exported.length];
      if (!one) return false;
      const edited = editConfig(text, one);
      if ('problem' in edited) {
        expect(edited.problem).toMatch(/\.$/);
        return false;
      }
      const { client } = one;
      const again = parseConfig(edited.after.replace(/^\ufeff/, ''), client === 'codex' ? 'toml' : 'json');
      expect(again).toHaveProperty('value');
      return true;
    });
    expect(written).toBeGreaterThan(INPUTS / 20);
  });
});

test('what was read out of changed texts can be written for any client and read again', () => {
  const random = seeded(7);
  const texts = EXAMPLES.map(({ text }) => text);
  for (let at = 0; at < 500; at += 1) {
    const found = detect(mutated(texts[at % texts.length] ?? '', texts, random));
    if (found.kind !== 'servers') continue;
    const configs = found.candidates.map(savedAs);
    const client = ClientId.options[at % ClientId.options.length] ?? 'cursor';
    const { entries } = exportEntries(client, configs);
    for (const { entry } of entries) expect(Object.keys(entry).length).toBeGreaterThan(0);
  }
});
