import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { detect } from '#host/exchange-formats/detect.ts';
import { exportText } from '#host/exchange-formats/export-text.ts';
import { isObject, type JsonObject } from '#shared/json.ts';
import { EXAMPLES, type Example } from './examples.ts';
import { readExample, savedAs, serversOf } from './kit.ts';

const parsed = (text: string, file = ''): JsonObject => {
  const clean = text.replace(/^\ufeff/, '');
  const value: unknown = file.endsWith('toml')
    ? parseToml(clean)
    : /ya?ml$/.test(file)
      ? parseYaml(clean)
      : parseJson(clean);
  if (!isObject(value)) throw new Error('no object');
  return value;
};

/** The entries of a config by name, wherever its client keeps them. */
function entriesOf(text: string, file: string | undefined): Record<string, unknown> {
  const value = parsed(text, file);
  const mcp = isObject(value.mcp) && isObject(value.mcp.servers) ? value.mcp.servers : value.mcp;
  const lists = [value.mcpServers ?? mcp, value.servers, value.context_servers, value.mcp_servers];
  for (const project of isObject(value.projects) ? Object.values(value.projects) : [])
    if (isObject(project)) lists.push(project.mcpServers);
  return Object.fromEntries(
    lists.flatMap((list) =>
      Array.isArray(list)
        ? list.map(({ name, ...entry }: JsonObject): [string, unknown] => [String(name), entry])
        : Object.entries(isObject(list) ? list : {}),
    ),
  );
}

/** What docs/config-formats.md says an export changes. Nothing else may differ. */
function normalised(client: Example['client'], entry: unknown): unknown {
  if (!isObject(entry)) return entry;
  const { env, headers, ...rest } = entry;
  const empty = (value: unknown) => value === undefined || (isObject(value) && Object.keys(value).length === 0);
  return {
    ...rest,
    ...(empty(env) ? {} : { env }),
    ...(empty(headers) ? {} : { headers }),
    ...('command' in entry && !Array.isArray(entry.command) ? { args: entry.args ?? [] } : {}),
    ...(client === 'copilot-cli' ? { tools: entry.tools ?? ['*'] } : {}),
  };
}

describe('read, saved and written again', () => {
  test.each(EXAMPLES)('$client: $what', (one) => {
    const found = readExample(one);
    const { text } = exportText(one.client, found.candidates.map(savedAs));
    const before = entriesOf(one.text, one.file);
    const after = entriesOf(text, one.file);
    for (const name of one.leftOut ?? []) delete before[name === '' ? 'undefined' : name];
    // Codex has fewer letters for names.
    const key = (name: string) => (one.client === 'codex' ? name.replace('.', '-') : name);
    expect(Object.keys(after)).toEqual(Object.keys(before).map(key));
    for (const [name, entry] of Object.entries(before)) {
      expect(normalised(one.client, after[key(name)])).toEqual(normalised(one.client, entry));
    }
    // What is read from it again is the same, too.
    const again = serversOf(detect(text, { client: one.client }));
    const facts = (from: typeof found) =>
      from.candidates.map(({ name, endpoint, config, inputs, disabled }) => {
        const { workspaceFolder: _, ...rest } = config ?? {};
        return { name: key(name), endpoint, config: rest, inputs, disabled };
      });
    expect(facts(again)).toEqual(facts(found));
  });
});

describe('every server for every client', () => {
  const all = EXAMPLES.flatMap((one) => readExample(one).candidates.map(savedAs));
  test.each([...new Set(EXAMPLES.map(({ client }) => client))])('%s reads what is written for it', (client) => {
    const { text, notes } = exportText(client, all);
    const again = serversOf(detect(text, { client }));
    expect(again.leftOut).toBeUndefined();
    expect(again.client).toBe(client);
    const remote = all.filter(({ endpoint }) => endpoint.kind === 'http');
    const refused = client === 'claude-desktop' ? remote.length : 0;
    const sse =
      client === 'codex'
        ? remote.filter(({ endpoint }) => endpoint.kind === 'http' && endpoint.transport === 'sse').length
        : 0;
    expect(again.candidates).toHaveLength(all.length - refused - sse);
    // Every note is a sentence.
    for (const note of notes) expect(note).toMatch(/^\S.*\.$/s);
  });
});
