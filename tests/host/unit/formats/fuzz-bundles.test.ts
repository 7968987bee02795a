import { expect, test } from 'vitest';
import { readDeepLink } from '#host/exchange-formats/deep-link.ts';
import { readOtherClientCommand } from '#host/exchange-formats/other-client-command.ts';
import { readServerJson } from '#host/exchange-formats/server-json.ts';
import { Detection } from '#shared/candidates.ts';
import { mutated, seeded } from './mutate.ts';

const INPUTS = 10_000;
const SLOWEST_MS = 5000;
const enc = (value: unknown): string => encodeURIComponent(JSON.stringify(value));
const ENTRY = { name: 'w', command: 'npx', args: ['-y', 'w'], env: { A: '1' } };

const SERVER_JSONS = [
  {
    name: 'io.a/w',
    version: '1',
    packages: [
      {
        registryType: 'npm',
        identifier: 'w',
        packageArguments: [{ type: 'named', name: '--a', value: '{x}', variables: { x: { isRequired: true } } }],
        environmentVariables: [{ name: 'K', isSecret: true, choices: ['a'], format: 'number' }],
      },
    ],
  },
  {
    name: 'io.a/w',
    version_detail: { version: '1' },
    packages: [{ registry_type: 'oci', identifier: 'a/w', environment_variables: [{ name: 'K', is_secret: true }] }],
  },
  {
    name: 'w',
    remotes: [
      { type: 'sse', url: 'https://{t}.w.test', headers: [{ name: 'A', value: 'B {c}', variables: { c: {} } }] },
    ],
  },
].map((server) => JSON.stringify(server));
const LINKS = [
  `vscode:mcp/install?${enc(ENTRY)}`,
  `wirebench://add?name=w&config=${enc(ENTRY)}`,
  `cursor://anysphere.cursor-deeplink/mcp/install?name=w&config=${btoa(JSON.stringify(ENTRY))}`,
  `https://vscode.dev/redirect?url=${encodeURIComponent(`vscode:mcp/install?${enc(ENTRY)}`)}`,
];
const COMMANDS = [
  'claude mcp add -e A=1 -H "X: y" w -- npx -y w',
  'claude mcp add-json w \'{"command":"npx"}\'',
  'code --add-mcp \'{"name":"w","command":"npx"}\'',
  'codex mcp add w --env A=1 -- npx w',
  'gemini mcp add --timeout 5 --trust w npx w',
];

/** Encoded for a link; half a character becomes a mark, as it cannot be encoded. */
const escaped = (text: string): string => encodeURIComponent(Buffer.from(text).toString());
const CARRIED = [JSON.stringify(ENTRY), JSON.stringify({ mcpServers: { w: ENTRY }, inputs: [{ id: 'k' }] })];

test.each([
  ['server.json', SERVER_JSONS, (text: string) => readServerJson(text, {}), 21],
  ['links', LINKS, readDeepLink, 22],
  ['what a link carries', CARRIED, (text: string) => readDeepLink(`wirebench://add?${escaped(text)}`), 24],
  ['commands of other clients', COMMANDS, readOtherClientCommand, 23],
] as const)(`${INPUTS} changed texts: %s`, { timeout: 120_000 }, (_, texts, read, seed) => {
  const random = seeded(seed);
  let understood = 0;
  for (let at = 0; at < INPUTS; at += 1) {
    const text = mutated(texts[at % texts.length] ?? '', texts, random);
    const from = performance.now();
    let found: Detection;
    try {
      found = read(text);
    } catch (error) {
      throw new Error(`input ${at}, ${JSON.stringify(text)}`, { cause: error });
    }
    if (at % 20 === 0) Detection.parse(found);
    if (performance.now() - from > SLOWEST_MS) throw new Error(`slow: ${JSON.stringify(text)}`);
    if (found.kind === 'servers') understood += 1;
  }
  // Enough of them are still what they were for the readers behind the parser to be tried, too.
  expect(understood).toBeGreaterThan(INPUTS / 50);
  expect(understood).toBeLessThan(INPUTS);
});
