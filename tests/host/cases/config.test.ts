import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import type { Candidate, Detection } from '#shared/candidates.ts';
import { caseFile, casesDir } from '../../cases/cases.ts';
import { proveCase } from '../support/prove-case.ts';
import type { TestHost } from '../support/test-host.ts';

/** A config file of the cases, as a person has it on disk. */
const config = (path: string): string =>
  readFileSync(caseFile(`files/config/${path}`), 'utf8').replaceAll('__CASES__', casesDir);

type Servers = Extract<Detection, { kind: 'servers' }>;

async function read(host: TestHost, text: string): Promise<Servers> {
  const found = await host.client['server.detect']({ text });
  if (found.kind !== 'servers') throw new Error(`not servers: ${JSON.stringify(found)}`);
  return found;
}

/** What a page saves of a candidate. */
async function save(host: TestHost, { name, endpoint, config: said, inputs, origin }: Candidate): Promise<string> {
  // This Node, whatever the PATH of the test holds.
  const command = endpoint.kind === 'stdio' && endpoint.command === 'node' ? process.execPath : undefined;
  const run = endpoint.kind === 'stdio' ? { ...endpoint, ...(command && { command }) } : endpoint;
  const { serverId } = await host.client['server.save']({ name, endpoint: run, ...said, inputs, origin });
  await host.waitFor('server', ({ id }) => id === serverId);
  return serverId;
}

const named = ({ candidates }: Servers, name: string): Candidate => {
  const found = candidates.find((candidate) => candidate.name === name);
  if (!found) throw new Error(`no ${name}`);
  return found;
};

/** Saves a candidate and calls one of its tools. */
async function called(host: TestHost, candidate: Candidate, tool: string): Promise<string> {
  const session = await host.ready(await host.start(await save(host, candidate)));
  await host.listed(session.id);
  const operation = await host.run(session.id, 'tools.call', { name: tool, args: {} });
  const { content } = JSON.parse(await host.result(operation));
  return content[0].text;
}

describe('config', () => {
  proveCase('config-jsonc', (prove) => {
    prove(
      '',
      'It is read as JSON with comments: one server named "one" (the commented-out one stays out, the // inside the URL value survives).',
      async (host) => {
        const found = await read(host, config('jsonc.json'));
        expect(found.candidates.map(({ name }) => name)).toEqual(['one']);
        expect(await called(host, named(found, 'one'), 'url')).toBe('http://example.test//path');
      },
    );
    prove(
      '',
      'When a file truly cannot be parsed, the client shows line and column and keeps the servers it already had.',
      async (host) => {
        await save(host, named(await read(host, config('jsonc.json')), 'one'));
        const broken = config('jsonc.json').replace('"command": "node"', '"command" "node"');
        expect(await host.client['server.detect']({ text: broken })).toEqual({
          kind: 'problem',
          title: 'This is not valid JSON: line 6, a colon is missing',
          detail: 'Correct line 6, column 24, or paste the whole config again.',
          line: 6,
        });
        // It is no different for a file that is to be written into.
        const path = join(host.dataDir, 'broken.json');
        writeFileSync(path, broken);
        const [server] = host.state.all('server');
        const plan = host.client['export.plan']({ serverIds: [server?.id ?? ''], client: 'cursor', path });
        await expect(plan).rejects.toMatchObject({
          code: 'BAD_INPUT',
          message: expect.stringMatching(/line 6.*column 24.*Nothing was changed/s),
        });
        expect(readFileSync(path, 'utf8')).toBe(broken);
        expect(host.state.all('server').map((one) => one.config.name)).toEqual(['one']);
      },
    );
    prove('', 'Saving keeps the comments, or warns that they will be lost.', async (host) => {
      const path = join(host.dataDir, 'mcp.json');
      const before = config('jsonc.json');
      writeFileSync(path, before);
      const one = named(await read(host, before), 'one');
      const endpoint = { ...one.endpoint, env: { URL: 'http://changed.test//path' } };
      const serverId = await host.add(
        { ...endpoint, kind: 'stdio', command: 'node', args: [], inherit: 'short' },
        { name: 'one' },
      );
      const plan = await host.client['export.plan']({ serverIds: [serverId], client: 'cursor', path });
      const { backup } = await host.client['export.write']({ token: plan.token });
      const after = readFileSync(path, 'utf8');
      expect(after).toBe(plan.after);
      expect(after).toContain('// servers for the demo');
      expect(after).toContain('/* kept for later\n    "old": { "command": "old-server" }, */');
      expect(after).toContain('http://changed.test//path');
      expect(readFileSync(backup ?? '', 'utf8')).toBe(before);
    });
  });

  proveCase('config-one-bad-entry', (prove) => {
    prove(
      '',
      'good-1, good-2 and unknown-keys are usable; bad-env-number works with the values turned into strings (or is marked); disabled-one is listed as disabled.',
      async (host) => {
        const found = await read(host, config('one-bad-entry.json'));
        for (const name of ['good-1', 'unknown-keys', 'bad-env-number', 'good-2']) {
          expect(await called(host, named(found, name), 'hello')).toBe('called hello');
        }
        expect(named(found, 'bad-env-number').endpoint).toMatchObject({ env: { PORT: '8080', DEBUG: 'true' } });
        expect(found.candidates.filter(({ disabled }) => disabled).map(({ name }) => name)).toEqual(['disabled-one']);
      },
    );
    prove(
      '',
      'bad-args-type and bad-no-command are listed with the reason and can be corrected in place; unknown keys are kept on save.',
      async (host) => {
        const text = config('one-bad-entry.json');
        const found = await read(host, text);
        expect(found.leftOut).toEqual([
          { name: 'bad-args-type', reason: 'bad-args-type has “args” that are not a list of texts.' },
          { name: 'bad-no-command', reason: 'bad-no-command has neither “command” nor “url”.' },
        ]);
        const corrected = text
          .replace('"not-a-list"', '[]')
          .replace('"bad-no-command": {', '"bad-no-command": { "command": "x",');
        const again = await read(host, corrected);
        expect(again.leftOut).toBeUndefined();
        expect(again.candidates.map(({ name }) => name)).toEqual(
          expect.arrayContaining(['bad-args-type', 'bad-no-command']),
        );

        const serverId = await save(host, named(found, 'unknown-keys'));
        const rest = { autoApprove: ['x'], timeout: 30, disabled: false, gallery: true };
        expect(host.state.get('server', serverId)?.config.origin).toMatchObject({ key: 'unknown-keys', rest });
        const { text: given } = await host.client['export.text']({ serverIds: [serverId], client: 'claude-desktop' });
        expect(JSON.parse(given).mcpServers['unknown-keys']).toMatchObject(rest);
      },
    );
  });

  proveCase('config-shapes', (prove) => {
    prove(
      '',
      'Known shapes give the right servers and transport (t4 is legacy SSE, t6–t8 are HTTP, t10 is refused with a reason); VS Code inputs are asked for and treated as secrets.',
      async (host) => {
        const shape = async (name: string) => {
          const { candidates } = await read(host, config(`shapes/${name}.json`));
          return candidates.map(({ name: key, endpoint }) => [
            key,
            endpoint.kind === 'http' ? endpoint.transport : endpoint.kind,
          ]);
        };
        const a = ['a', 'stdio'];
        expect(await shape('claude-desktop')).toEqual([a]);
        expect(await shape('vscode')).toEqual([a, ['b', 'auto']]);
        expect(await shape('vscode-settings')).toEqual([a]);
        expect(await shape('nested-transport')).toEqual([['b', 'auto']]);
        expect(await shape('opencode')).toEqual([a, ['b', 'auto']]);
        expect(await shape('bare-entry')).toEqual([['s', 'stdio']]);
        expect(await shape('array')).toEqual([a]);
        const types = await read(host, config('shapes/type-names.json'));
        expect(Object.fromEntries(await shape('type-names'))).toEqual({
          ...{ t1: 'streamable', t2: 'streamable', t3: 'auto', t4: 'sse', t5: 'streamable' },
          ...{ t6: 'auto', t7: 'auto', t8: 'auto', t9: 'stdio' },
        });
        expect(types.leftOut).toEqual([{ name: 't10', reason: expect.stringContaining('not a transport of MCP') }]);

        const asked = named(await read(host, config('shapes/vscode.json')), 'b');
        expect(asked.inputs).toEqual({
          key: { title: 'key', description: 'API key', kind: 'text', secret: true, required: true },
        });
        // A secret that was answered never comes out again.
        const value = { secret: 'vscode-key' };
        await host.client['secret.save']({ name: value.secret, value: 'the-real-key' });
        const key = { title: 'key', kind: 'text', secret: true, required: true, value } as const;
        const serverId = await save(host, { ...asked, inputs: { key } });
        const { text } = await host.client['export.text']({ serverIds: [serverId], client: 'vscode' });
        expect(JSON.parse(text)).toMatchObject({
          servers: { b: { headers: { 'X-Key': `\${input:key}` } } },
          inputs: [{ id: 'key', password: true }],
        });
        expect(text).not.toContain('the-real-key');
      },
    );
    prove(
      '',
      'An unknown shape is named as such, with what was expected; nothing is dropped silently.',
      async (host) => {
        const unknown = { tools: { a: { run: 'node s.mjs' } }, version: 2 };
        expect(await host.client['server.detect']({ text: JSON.stringify(unknown) })).toEqual({
          kind: 'problem',
          title: 'This JSON names no server',
          detail: 'Expected “mcpServers”, “servers”, or one server with “command” or “url”. Found: tools, version.',
        });
        // Lists in several places of one file are all read, and what is no entry is named.
        const found = await read(
          host,
          '{"mcpServers":{"a":{"command":"x"},"b":7},"servers":{"c":{"url":"https://c.test/mcp"}}}',
        );
        expect(found.candidates.map(({ name }) => name)).toEqual(['a', 'c']);
        expect(found.leftOut).toEqual([{ name: 'b', reason: 'b is not an object.' }]);
      },
    );
  });
});
