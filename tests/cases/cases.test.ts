import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { type Case, caseFile, caseServer, casesDir, loadCases } from './cases.ts';

const cases = loadCases();
const isDriven = (c: Case): boolean => c.kind === 'stdout' || c.kind === 'process';

function drive(id: string): Promise<{ code: number; output: string }> {
  return new Promise((resolve) => {
    const options = { cwd: casesDir, timeout: 50_000, env: { ...process.env, MCP_CASE_MAX_MS: '40000' } };
    const child = execFile(process.execPath, ['drive.mjs', id], options, (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: `${stdout}${stderr}` }),
    );
  });
}

describe('case data', () => {
  test('has 114 cases with unique ids', () => {
    expect(cases).toHaveLength(114);
    expect(new Set(cases.map((c) => c.id)).size).toBe(114);
  });

  test('every case has a text of each kind', () => {
    const empty = cases.filter((c) => !c.title || !c.wrong || !c.steps.length || !c.expect.length || !c.links.length);
    expect(empty.map((c) => c.id)).toEqual([]);
  });

  test.each(['stdio', 'http'] as const)('every %s case has its server and says how to start it', (transport) => {
    const wanted = cases.filter((c) => c.transport === transport);
    const argument = (c: Case) => (transport === 'stdio' ? c.args?.[0] : c.start?.args[0]);
    expect(wanted.length).toBeGreaterThan(0);
    expect(wanted.filter((c) => !existsSync(caseServer(c.id))).map((c) => c.id)).toEqual([]);
    for (const c of wanted) expect(argument(c)).toBe(`\${CASES}/servers/${c.id}.mjs`);
  });

  test('every config case names files, and every named file exists', () => {
    expect(cases.filter((c) => c.transport === 'config' && !c.files?.length).map((c) => c.id)).toEqual([]);
    const named = cases.flatMap((c) => [c.verified, ...(c.files ?? [])]);
    expect(named.filter((path) => !existsSync(caseFile(path)))).toEqual([]);
  });

  test('every server and every check belongs to a case', () => {
    const ids = new Set(cases.map((c) => `${c.id}.mjs`));
    const present = [...readdirSync(caseFile('servers')), ...readdirSync(caseFile('checks'))];
    expect(present.filter((name) => !ids.has(name))).toEqual([]);
  });
});

describe.concurrent('stdout and process cases do what they say', { timeout: 60_000 }, () => {
  test.each(cases.filter(isDriven).map((c) => c.id))('%s', async (id) => {
    const { code, output } = await drive(id);
    expect(output).toContain('1/1 cases verified');
    expect(code).toBe(0);
  });
});

test('there are 16 stdout and process cases', () => {
  expect(cases.filter(isDriven)).toHaveLength(16);
});
