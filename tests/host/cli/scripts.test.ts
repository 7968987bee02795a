import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { cliKit, demoProgram } from './support.ts';

const cli = cliKit();
const TOUR = fileURLToPath(new URL('../../../resources/demo-tour.yaml', import.meta.url));

async function scriptFile(text: string): Promise<string> {
  const path = join(await cli.dataDir(), 'script.yaml');
  writeFileSync(path, text);
  return path;
}

interface Report {
  ok: boolean;
  steps: { do: string; ok: boolean; unmet?: string; result?: Record<string, unknown> }[];
}

async function run(text: string, ...more: string[]): Promise<{ code: number | null; report: Report; stderr: string }> {
  const { code, stdout, stderr } = await cli.run(['run', await scriptFile(text), '--format', 'json', ...more]);
  return { code, report: JSON.parse(stdout) as Report, stderr };
}

const ASK = `
version: 1
servers: { demo: { builtin: demo, era: ERA } }
steps:
  - { do: call, with: { name: ask_name } }
  - do: answer
    with: { content: { name: Ada } }
    expect: { contains: 'NAME' }
`;

describe('scripts on the command line', () => {
  it('the tour plays from start to end, answering what is asked', async () => {
    const { code, stdout, stderr } = await cli.run(['run', TOUR, '--format', 'json']);
    const { ok, steps } = JSON.parse(stdout) as Report;
    expect({ code, ok, steps: steps.length, bad: steps.filter((step) => !step.ok) }).toEqual({
      code: 0,
      ok: true,
      steps: 14,
      bad: [],
    });
    expect(stderr).not.toContain('too late');
  });

  it.each(['legacy', 'modern'])('gives the answers of the script in the %s era', async (era) => {
    const { code, report } = await run(ASK.replace('ERA', era).replace('NAME', 'Hello, Ada.'));
    expect(code).toBe(0);
    expect(report.steps.map((step) => step.do)).toEqual(['call', 'answer']);
  });

  it.each([
    ['legacy', '0', '1'],
    ['modern', 'consent', 'second-factor'],
  ])('[ELIC-20] agrees to pages in the %s era, and the call goes on when they are done', async (era, first, second) => {
    const { code, report, stderr } = await run(`
version: 1
servers: { demo: { builtin: demo, era: ${era} } }
steps:
  - { do: call, with: { name: open_vault, args: { waitMs: 300 } } }
  - { do: answer, with: { kind: url, key: "${first}" } }
  - { do: answer, with: { kind: url, key: "${second}" }, expect: { contains: The vault is open } }
`);
    expect({ code, bad: report.steps.filter((step) => !step.ok), stderr }).toMatchObject({ code: 0, bad: [] });
    const exported = await cli.run(['log', 'export', 'last', '--to', 'json', '--filter', 'method:tools/call']);
    const { rows } = JSON.parse(exported.stdout) as { rows: { method: string; parent?: number }[] };
    // The whole, and its two requests.
    expect(rows).toHaveLength(3);
  });

  it('[ELIC-20] a call that --yes agrees for is sent again once, when its pages are done', async () => {
    const args = ['call', 'open_vault', '--arg', 'waitMs=300', '--yes', '--era', 'legacy', ...demoProgram()];
    const { code, stdout, stderr } = await cli.run(args);
    expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.stringContaining('The vault is open') });
    expect(stderr.match(/The server asks/g)).toHaveLength(2);
  });

  it('what a script sent is marked in the log and in every export of it', async () => {
    const { code } = await run(
      'version: 1\ntitle: Nightly\nservers: { demo: { builtin: demo, era: legacy } }\nsteps:\n  - { do: call, with: { name: echo, args: { text: hi } } }\n  - { do: ping }',
    );
    expect(code).toBe(0);
    const exported = async (to: string) =>
      (await cli.run(['log', 'export', 'last', '--to', to, '--filter', 'by:script'])).stdout;
    const by = { kind: 'script', name: 'Nightly' };
    const { rows } = JSON.parse(await exported('json')) as { rows: { method: string }[] };
    expect(rows).toMatchObject([{ method: 'tools/call', by }, { by }]);
    expect(await exported('md')).toContain('started by the script Nightly');
    expect(await exported('otlp')).toContain('{"key":"wirebench.started_by","value":{"stringValue":"script"}}');
    expect(JSON.parse(await exported('har')).log.entries[0]._mcp).toMatchObject({ name: 'echo', by });
  });

  it('a reply rule leaves to the script what its next step answers', async () => {
    const profile = join(await cli.dataDir(), 'profile.json');
    const rule = { kind: 'form', action: { do: 'decline' } };
    writeFileSync(profile, JSON.stringify({ format: 'wirebench-profile', version: 1, name: 'Talk', rules: [rule] }));
    const { code } = await run(ASK.replace('ERA', 'modern').replace('NAME', 'Hello, Ada.'), '--profile', profile);
    expect(code).toBe(0);
  });

  it('exits 1 when one expectation does not hold', async () => {
    const { code, report, stderr } = await run(ASK.replace('ERA', 'modern').replace('NAME', 'Bob'));
    expect(code).toBe(1);
    expect(report).toMatchObject({ ok: false, steps: [{ ok: true }, { ok: false }] });
    expect(stderr).toContain('Step 2 (answer): The result does not contain "Bob".');
  });

  it('a question without an answer in the script is answered by the policy', async () => {
    const text = 'version: 1\nservers: { demo: { builtin: demo } }\nsteps: [{ do: call, with: { name: ask_name } }]';
    const { code, report } = await run(text, '--elicit', 'json:{"name":"Eve"}');
    expect(code).toBe(0);
    expect(JSON.stringify(report.steps[0]?.result)).toContain('Eve');
  });

  it('an answer without a question, and a stop without a call, are not as expected', async () => {
    const text = `
version: 1
servers: { demo: { builtin: demo } }
steps:
  - { do: call, with: { name: echo, args: { text: hi } } }
  - { do: answer }
  - { do: list, with: { what: tools } }
  - { do: stop }
  - { do: compare, with: { a: 1, b: 7 } }
`;
    const { code, report } = await run(text);
    expect(code).toBe(1);
    expect(report.steps.map((step) => step.ok)).toEqual([false, false, true, false, false]);
    expect(report.steps[0]?.unmet).toBe('The call ended without a question.');
  });

  it('stops a running call and compares two results', async () => {
    const text = `
version: 1
servers: { demo: { builtin: demo }, old: { builtin: demo, era: legacy } }
steps:
  - { do: call, with: { name: slow, args: { steps: 50, delayMs: 200 } } }
  - { do: stop, with: { progress: 1 } }
  - { do: call, with: { name: weather, args: { city: Oslo } } }
  - { do: call, with: { name: weather, args: { city: Oslo } } }
  - { do: compare, expect: { result: { equal: true } } }
  - { do: connect, target: old, expect: { result: { era: legacy } } }
  - { do: show, with: { tool: echo }, target: old, expect: { contains: inputSchema } }
  - { do: show, with: { tool: nothing_like_it }, target: old, expect: { ok: false } }
`;
    const { code, report } = await run(text);
    expect(report.steps.filter((step) => !step.ok)).toEqual([]);
    expect(code).toBe(0);
  });

  it('a server of the command line takes the place of the first of the script', async () => {
    const text = 'version: 1\nservers: { gone: { command: /nothing/here } }\nsteps: [{ do: connect, target: gone }]';
    const { code } = await run(text, ...demoProgram());
    expect(code).toBe(0);
  });

  it('a bad script names its line, and nothing is started', async () => {
    const path = await scriptFile('version: 1\nsteps:\n  - do: ping\n  - do: fly\n');
    const { code, stderr } = await cli.run(['run', path, ...demoProgram()]);
    expect(code).toBe(2);
    expect(stderr).toContain('line 4, steps.1.do');
  });

  it('a script without a server asks for one', async () => {
    const path = await scriptFile('version: 1\nsteps: [{ do: ping }]');
    const { code, stderr } = await cli.run(['run', path]);
    expect(code).toBe(2);
    expect(stderr).toContain('The script names no server');
  });
});
