// biome-ignore-all lint/suspicious/noTemplateCurlyInString: such references are what is tested
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, vi } from 'vitest';
import type { Candidate } from '#shared/candidates.ts';
import type { StdioEndpoint } from '#shared/config.ts';
import type { Session } from '#shared/session.ts';
import { caseFile, casesDir } from '../../cases/cases.ts';
import { proveCase } from '../support/prove-case.ts';
import { failureOf, type TestHost } from '../support/test-host.ts';

afterEach(() => vi.unstubAllEnvs());

const MARK_OF_CASES = '__CASES__';

/** The servers of a case's config file, as importing it gives them, by name. */
async function imported(host: TestHost, file: string): Promise<Map<string, Candidate>> {
  const text = (await readFile(caseFile(file), 'utf8')).replaceAll(MARK_OF_CASES, casesDir);
  const found = await host.client['server.detect']({ text });
  if (found.kind !== 'servers') throw new Error(`Not a config: ${JSON.stringify(found)}`);
  return new Map(found.candidates.map((candidate) => [candidate.name, candidate]));
}

function entry(servers: Map<string, Candidate>, name: string): Candidate & { endpoint: StdioEndpoint } {
  const found = servers.get(name);
  if (found?.endpoint.kind !== 'stdio') throw new Error(`There is no server ${name}`);
  return { ...found, endpoint: found.endpoint };
}

/** Saves an imported server. `over` replaces settings of its endpoint. */
function added(host: TestHost, { name, endpoint }: Candidate, file: string, over: object = {}): Promise<string> {
  const origin = { from: 'json', file: caseFile(file), key: name } as const;
  return host.add({ ...endpoint, ...over }, { name, origin });
}

async function opened(host: TestHost, candidate: Candidate, file: string, over: object = {}): Promise<Session> {
  const session = await host.ready(await host.start(await added(host, candidate, file, over)));
  return host.listed(session.id);
}

async function called(host: TestHost, { id }: Session, name: string): Promise<{ text: string; structured: never }> {
  const operation = await host.run(id, 'tools.call', { name, args: {} });
  expect(operation).toMatchObject({ status: 'done' });
  const { content, structuredContent } = JSON.parse(await host.result(operation));
  return { text: content[0].text, structured: structuredContent as never }; // what the case's server answers
}

const ENOENT = 'files/config/launch-enoent.json';

proveCase('launch-enoent', (prove) => {
  prove(
    '[STD-16]',
    'The first three end in a failed state within a second or two; none of them crashes the app or blocks the fourth, which connects.',
    async (host) => {
      const servers = await imported(host, ENOENT);
      expect([...servers.keys()]).toHaveLength(4);
      const ids = await Promise.all([...servers.values()].map((one) => added(host, one, ENOENT)));
      const [good, ...bad] = (await Promise.all(ids.map((id) => host.start(id)))).reverse();
      await host.ready(good ?? '');
      for (const id of bad) {
        const session = await host.closed(id);
        expect(session.state.reason).toBe('failed');
        expect((session.endedAt ?? 0) - session.startedAt).toBeLessThan(2500);
      }
    },
  );
  prove(
    '',
    'The message names the command, says it was not found (or is not executable), shows the PATH that was searched, and hints at version managers / absolute paths.',
    async (host) => {
      const servers = await imported(host, ENOENT);
      const failed = async (name: string, over: object = {}) =>
        failureOf(await host.closed(await host.start(await added(host, entry(servers, name), ENOENT, over))));
      const missing = await failed('no-such-binary');
      expect(missing.title).toContain('"mcp-case-binary-that-does-not-exist" is not installed');
      expect(missing.why).toContain('/usr/bin');
      expect(missing.todo).toContain('absolute path');
      const npx = await failed('no-such-binary', { command: 'npx', env: { PATH: '/nowhere', HOME: '/nowhere' } });
      // Where npx is installed in a usual place it is found there, and this package does not exist.
      if (npx.rule === 'dx-enoent-none') expect(npx.why).toMatch(/nvm, fnm and volta/);
      expect(await failed('no-such-absolute')).toMatchObject({ why: expect.stringContaining('/nonexistent/bin') });
      expect(await failed('not-executable')).toMatchObject({
        title: 'The file is not allowed to run',
        why: expect.stringContaining(caseFile('files/cwd-project/greeting.txt')),
      });
    },
  );
});

const GUI = 'files/gui-path/config.json';

/** The environment a desktop launcher gives. */
function asFromDesktop(shell = '/bin/bash'): string {
  const home = caseFile('files/gui-path/home');
  for (const [name, value] of Object.entries({ HOME: home, SHELL: shell, PATH: '/usr/bin:/bin' })) {
    vi.stubEnv(name, value);
  }
  vi.stubEnv('CASE_NODE', process.execPath);
  return home;
}

proveCase('launch-gui-path', (prove) => {
  prove(
    '',
    "Either the client has read the login shell's PATH and the server connects, or it says that the command is missing from the app's PATH but is known to the login shell, and offers the absolute path.",
    async (host) => {
      const home = asFromDesktop();
      const server = entry(await imported(host, GUI), 'from-login-path');
      const session = await opened(host, server, GUI, { env: { CASE_NODE: '${CASE_NODE}' } });
      expect(session.launch).toMatchObject({
        foundBy: 'shell',
        foundIn: `${home}/../bin`.replace('/home/../', '/'),
        command: [caseFile('files/gui-path/bin/case-tool-launcher')],
      });
      const { text } = await called(host, session, 'path');
      expect(text.split(':')[0]).toBe(`${home}/../bin`);
      expect(text.split(':')).toEqual(expect.arrayContaining(['/usr/bin', '/bin']));
      expect(session.launch?.env.find(({ name }) => name === 'PATH')).toMatchObject({ source: 'shell', value: text });
      expect(session.launch?.heldBack).toContain('CASE_FROM_LOGIN_SHELL');

      // The same as that shell would start it.
      const whole = await opened(host, server, GUI, { inherit: 'shell' });
      expect(whole.launch?.env.find(({ name }) => name === 'CASE_FROM_LOGIN_SHELL')).toMatchObject({
        source: 'shell',
        value: 'yes',
      });
    },
  );
  prove('', 'Reading the shell environment is bounded in time and never runs in the renderer.', async (host) => {
    const shell = join(host.dataDir, 'slow-shell');
    const asked = join(host.dataDir, 'asked');
    await writeFile(shell, `#!/bin/sh\necho $PPID >> "${asked}"\nsleep 300\n`);
    await chmod(shell, 0o755);
    asFromDesktop(shell);
    const server = entry(await imported(host, GUI), 'from-login-path');
    const from = performance.now();
    const session = await host.closed(await host.start(await added(host, server, GUI)));
    expect(performance.now() - from).toBeLessThan(9000);
    expect(failureOf(session).title).toContain('case-tool-launcher');
    expect(session.launch?.notes).toEqual(
      expect.arrayContaining([expect.stringMatching(/slow-shell did not tell its environment: it took longer/)]),
    );
    // The host asked, once: a second start does not wait again.
    const again = performance.now();
    await host.closed(await host.start(await added(host, server, GUI)));
    expect(performance.now() - again).toBeLessThan(2500);
    expect((await readFile(asked, 'utf8')).trim().split('\n')).toEqual([String(process.pid)]);
  });
});

const CWD = 'files/config/launch-cwd-relative.json';

proveCase('launch-cwd-relative', (prove) => {
  prove(
    '[STD-15]',
    "Both start in files/cwd-project; greeting returns the file's text. A relative cwd is taken relative to the config file, or refused with a clear sentence.",
    async (host) => {
      const servers = await imported(host, CWD);
      for (const name of ['relative-entry', 'relative-to-config-file']) {
        const session = await opened(host, entry(servers, name), CWD);
        expect((await called(host, session, 'greeting')).text).toBe('hello from the project folder');
        expect((await called(host, session, 'where')).text).toBe(caseFile('files/cwd-project'));
      }
    },
  );
  prove('', 'The connection details show the folder in which the server runs.', async (host) => {
    const session = await opened(host, entry(await imported(host, CWD), 'relative-to-config-file'), CWD);
    expect(session.launch?.cwd).toBe(caseFile('files/cwd-project'));
    expect(session.launch?.notes).toContain(
      `The working folder "../cwd-project" is taken relative to the folder of "${caseFile(CWD)}".`,
    );
  });
});

const ARGS = 'files/config/launch-args-quotes.json';

proveCase('launch-args-quotes', (prove) => {
  prove(
    '',
    'argv returns exactly the list in the file, including the empty string and the padded one; nothing is expanded or run by a shell.',
    async (host) => {
      const server = entry(await imported(host, ARGS), 'argv');
      const session = await opened(host, server, ARGS);
      const written = JSON.parse(await readFile(caseFile(ARGS), 'utf8')).mcpServers.argv.args.slice(1);
      const { structured } = await called(host, session, 'argv');
      expect(structured).toEqual({ argv: written });
      expect(session.launch?.command.slice(2)).toEqual(written);
      expect(written).toEqual(expect.arrayContaining(['', ' padded ']));
    },
  );
  prove('', 'Typed text follows shell quoting without expansion; an open quote is reported.', async (host) => {
    const { typed } = JSON.parse(await readFile(caseFile('files/config/args-typed.json'), 'utf8'));
    expect(typed).toHaveLength(8);
    for (const { text, argv } of typed) {
      const found = await host.client['server.detect']({ text: `server ${text}` });
      if (argv === null) {
        expect(found).toMatchObject({ kind: 'problem', detail: expect.stringMatching(/quot|"/i) });
        continue;
      }
      const endpoint = found.kind === 'servers' ? found.candidates[0]?.endpoint : undefined;
      expect(endpoint).toMatchObject({ command: 'server', args: argv });
    }
  });
});

const EXPAND = 'files/config/launch-tilde-var.json';
interface Seen {
  args: string[];
  env: Record<string, string>;
}

proveCase('launch-tilde-var', (prove) => {
  prove(
    '',
    'A leading ~ and ${CASE_TOKEN} are expanded in args and env, ${CASE_MISSING:-fallback} gives "fallback", "x~y" stays; or the client states before the start which references it does not expand.',
    async (host) => {
      vi.stubEnv('CASE_TOKEN', 'tok-123');
      const session = await opened(host, entry(await imported(host, EXPAND), 'expand'), EXPAND);
      const seen: Seen = (await called(host, session, 'seen')).structured;
      expect(seen.args).toEqual([
        join(homedir(), 'notes'),
        'tok-123',
        'fallback',
        'x~y',
        '$$literal',
        '${CASE_MISSING}',
      ]);
      expect(seen.env).toEqual({ TOKEN: 'tok-123', HOMEDIR: homedir(), PLAIN: 'no vars here' });
      const of = (wanted: string) => session.launch?.env.find(({ name }) => name === wanted);
      expect(of('HOMEDIR')).toEqual({ name: 'HOMEDIR', value: homedir(), source: 'set', from: '~' });
      expect(of('PLAIN')).toEqual({ name: 'PLAIN', value: 'no vars here', source: 'set' });
      // What looks like a secret is filled in and not shown.
      expect(of('TOKEN')).toEqual({ name: 'TOKEN', source: 'secret', from: '${CASE_TOKEN}' });
      expect(session.launch?.command).not.toContain('tok-123');
    },
  );
  prove(
    '',
    'The unset ${CASE_MISSING} is reported by name before or at the start, not passed silently.',
    async (host) => {
      vi.stubEnv('CASE_TOKEN', 'tok-123');
      const server = entry(await imported(host, EXPAND), 'expand');
      const words = '${CASE_MISSING} in the arguments has no value here, so it is passed on as it is written.';
      const preview = await host.client['server.preview']({ endpoint: server.endpoint });
      expect(preview.notes).toContain(words);
      expect(preview.env).toContainEqual({ name: 'CASE_MISSING', source: 'missing' });
      const session = await opened(host, server, EXPAND);
      expect(session.launch?.notes).toContain(words);
      expect((await host.rows(session.id, 'client')).map((row) => row.text)).toContain(words);
    },
  );
  prove('', 'Secret values are not written into the saved config when it is exported again.', async (host) => {
    vi.stubEnv('CASE_TOKEN', 'tok-123-of-this-test');
    const server = entry(await imported(host, EXPAND), 'expand');
    await opened(host, server, EXPAND);
    const saved = await readFile(join(host.dataDir, 'servers.json'), 'utf8');
    expect(saved).toContain('"TOKEN": "${CASE_TOKEN}"');
    expect(saved).not.toContain('tok-123-of-this-test');
    expect(host.state.all('server')[0]?.config.endpoint).toMatchObject({ args: server.endpoint.args });
  });
});

const INHERIT = 'files/config/launch-env-inherit.json';
interface Names {
  names: string[];
  proxy: string | null;
}

/** Names of the variables that a launch says a server gets. */
const namesOf = (env: { name: string; source: string }[] | undefined): string[] =>
  (env ?? []).filter(({ source }) => source !== 'missing').map(({ name }) => name);

proveCase('launch-env-inherit', (prove) => {
  const set = () => {
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:9');
    vi.stubEnv('CASE_VISIBLE', 'yes');
  };
  prove(
    '[STD-15]',
    'The user can see, before and after the start, which variables the server gets, and can choose to pass all of them or more.',
    async (host) => {
      set();
      const servers = await imported(host, INHERIT);
      for (const name of ['no-env-block', 'with-env-block']) {
        const { endpoint } = entry(servers, name);
        const preview = await host.client['server.preview']({ endpoint });
        const session = await opened(host, entry(servers, name), INHERIT);
        const { names }: Names = (await called(host, session, 'names')).structured;
        expect(namesOf(preview.env)).toEqual(namesOf(session.launch?.env));
        expect(namesOf(session.launch?.env).sort()).toEqual(names);
        expect(names).not.toContain('CASE_VISIBLE');
        expect(preview.heldBack).toContain('CASE_VISIBLE');
      }
      const all = await opened(host, entry(servers, 'with-env-block'), INHERIT, { inherit: 'all' });
      const given: Names = (await called(host, all, 'names')).structured;
      expect(given).toMatchObject({ proxy: 'http://127.0.0.1:9' });
      expect(given.names).toEqual(expect.arrayContaining(['CASE_VISIBLE', 'ONLY_THIS', 'PATH', 'HOME']));
      const one = await opened(host, entry(servers, 'with-env-block'), INHERIT, {
        env: { CASE_VISIBLE: '${CASE_VISIBLE}' },
      });
      expect(one.launch?.env).toContainEqual({
        name: 'CASE_VISIBLE',
        value: 'yes',
        source: 'set',
        from: '${CASE_VISIBLE}',
      });
    },
  );
  prove('', 'PATH and HOME are there in both; ONLY_THIS is added, not swapped in.', async (host) => {
    set();
    const servers = await imported(host, INHERIT);
    const seen: string[][] = [];
    for (const name of ['no-env-block', 'with-env-block']) {
      const session = await opened(host, entry(servers, name), INHERIT);
      const { names }: Names = (await called(host, session, 'names')).structured;
      expect(names).toEqual(expect.arrayContaining(['PATH', 'HOME']));
      seen.push(names);
    }
    expect(seen[1]).toEqual([...(seen[0] ?? []), 'ONLY_THIS'].sort());
  });
  prove('', 'If proxy variables are held back, the client says so.', async (host) => {
    set();
    const server = entry(await imported(host, INHERIT), 'no-env-block');
    const said = expect.stringMatching(/HTTPS_PROXY.* set on this computer but not passed to the server/);
    const preview = await host.client['server.preview']({ endpoint: server.endpoint });
    expect(preview.notes).toEqual(expect.arrayContaining([said]));
    const session = await opened(host, server, INHERIT);
    expect(session.launch?.notes).toEqual(expect.arrayContaining([said]));
    expect(session.launch?.heldBack?.indexOf('HTTPS_PROXY')).toBeLessThan(
      session.launch?.heldBack?.indexOf('CASE_VISIBLE') ?? 0,
    );
    expect(((await called(host, session, 'names')).structured as Names).proxy).toBeNull();
  });
});

const SPACED = 'files/config/launch-space-path.json';

proveCase('launch-space-path', (prove) => {
  const over = { env: { CASE_NODE: process.execPath } };
  prove('', 'It starts and argv returns two arguments, each with its space.', async (host) => {
    const session = await opened(host, entry(await imported(host, SPACED), 'spaced'), SPACED, over);
    expect(JSON.parse((await called(host, session, 'argv')).text)).toEqual(['--config=dev env.json', 'second arg']);
  });
});
