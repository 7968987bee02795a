import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FailureEvidence } from '#host/failure-evidence.ts';
import { folderFailure, programFailure } from '#host/launch/launch-failures.ts';
import type { Failure } from '#shared/session.ts';

const endpoint = { kind: 'stdio' as const, command: 'x', args: [], env: {}, inherit: 'short' as const };
const failure = (rule: string): Failure => ({ rule, title: 't', why: 'w', todo: 'd', short: 's' });
const failed = { phase: 'connecting' as const, reason: 'failed' as const };

test('a failure that explains itself keeps its words; an exit and a silence get their likely cause', async () => {
  const evidence = new FailureEvidence(endpoint, Date.now());
  const refused = await evidence.explain(failure('dx-era'), { phase: 'connecting', reason: 'refused' });
  expect(refused).toMatchObject({ ...failure('dx-era'), step: 'version' });
  expect(refused.fixes?.[0]?.action).toEqual({ do: 'edit', field: 'era' });
  evidence.see({ seq: 1, t: 1, m: 1, k: 'noise', ch: 'stdio', text: 'Welcome' });
  const silent = await evidence.explain(failure('dx-silent'), failed);
  expect(silent).toMatchObject({
    rule: 'dx-stdout',
    evidence: 'from stdout line 1',
    why: expect.stringContaining('"Welcome"'),
  });
  evidence.see({ seq: 2, t: 1, m: 1, k: 'stderr', text: 'Error: X_TOKEN is not set' });
  const end = { reason: 'exited' as const, exit: { code: 1, signal: null } };
  const ended = await evidence.explain(failure('dx-exit'), { phase: 'connecting', reason: 'exited', end });
  expect(ended).toMatchObject({ rule: 'dx-env', title: 'X_TOKEN is missing' });
  expect(ended.others?.map(({ rule }) => rule)).toEqual(['dx-stdout']);
});

test('a line is named by its place in the stderr view, which also shows the start of the program', async () => {
  const evidence = new FailureEvidence(endpoint, Date.now());
  evidence.see({ seq: 1, t: 1, m: 1, k: 'note', what: 'process.started', level: 'info', text: 'Started, pid 1.' });
  evidence.see({ seq: 2, t: 1, m: 1, k: 'stderr', text: 'Reading' });
  evidence.see({ seq: 3, t: 1, m: 1, k: 'stderr', text: 'Error: X_TOKEN is not set' });
  const end = { reason: 'exited' as const, exit: { code: 1, signal: null } };
  const told = await evidence.explain(failure('dx-exit'), { phase: 'connecting', reason: 'exited', end });
  expect(told).toMatchObject({ evidence: 'from stderr line 3', stderrRow: 2 });
});

test('[STD-16] a missed program is looked for under its other name, and above a missing folder for one that is there', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'wirebench-look-'));
  try {
    await writeFile(join(folder, 'python3'), '#!/bin/sh\n', { mode: 0o755 });
    await writeFile(join(folder, 'uv'), 'not to be run\n', { mode: 0o644 });
    const places = { folders: () => Promise.resolve(['/no/such', folder]) };
    const told = async (command: string) => {
      const launch = { command: [command], cwd: '/', env: [] };
      const evidence = new FailureEvidence({ ...endpoint, command }, Date.now(), places);
      evidence.launch = launch;
      const missing = { found: false as const, code: 'ENOENT' as const, searched: ['/bin'] };
      return evidence.explain(programFailure(command, missing, 'linux'), failed);
    };
    const python = join(folder, 'python3');
    const other = await told('python');
    expect(other).toMatchObject({ rule: 'dx-enoent', title: '"python" has another name here' });
    expect(other.fixes?.[0]).toEqual({ label: `Use ${python}`, action: { do: 'set-command', command: python } });
    const moved = await told('/opt/old/python3');
    expect(moved).toMatchObject({ rule: 'dx-enoent', title: 'The program is in another place' });
    expect(moved.fixes?.[0]?.action).toEqual({ do: 'set-command', command: python });
    expect((await told('uv')).rule).toBe('dx-enoent-none');

    await mkdir(join(folder, 'here'));
    const cwd = join(folder, 'here', 'gone', 'deep');
    const evidence = new FailureEvidence(endpoint, Date.now(), places);
    evidence.launch = { command: ['x'], cwd, env: [] };
    const nowhere = await evidence.explain(folderFailure('missing', cwd), failed);
    expect(nowhere.fixes?.[0]?.action).toEqual({ do: 'choose-folder', suggested: join(folder, 'here') });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
