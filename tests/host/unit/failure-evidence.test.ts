import { expect, test } from 'vitest';
import { FailureEvidence } from '#host/failure-evidence.ts';
import type { Failure } from '#shared/session.ts';

const endpoint = { kind: 'stdio' as const, command: 'x', args: [], env: {}, inherit: 'short' as const };
const failure = (rule: string): Failure => ({ rule, title: 't', why: 'w', todo: 'd', short: 's' });

test('a failure that explains itself stays as it is; an exit and a silence get their likely cause', () => {
  const evidence = new FailureEvidence(endpoint, Date.now());
  const missing = failure('dx-enoent-none');
  expect(evidence.explain(missing, { phase: 'connecting', reason: 'failed' })).toBe(missing);
  const refused = failure('dx-era');
  expect(evidence.explain(refused, { phase: 'connecting', reason: 'refused' })).toBe(refused);
  evidence.see({ seq: 1, t: 1, m: 1, k: 'noise', ch: 'stdio', text: 'Welcome' });
  const silent = evidence.explain(failure('dx-silent'), { phase: 'connecting', reason: 'failed' });
  expect(silent).toMatchObject({ rule: 'dx-stdout', why: expect.stringContaining('"Welcome"') });
  evidence.see({ seq: 2, t: 1, m: 1, k: 'stderr', text: 'Error: X_TOKEN is not set' });
  const end = { reason: 'exited' as const, exit: { code: 1, signal: null } };
  const ended = evidence.explain(failure('dx-exit'), { phase: 'connecting', reason: 'exited', end });
  expect(ended).toMatchObject({ rule: 'dx-env', title: 'X_TOKEN is missing' });
});

test('a line is named by its place in the stderr view, which also shows the start of the program', () => {
  const evidence = new FailureEvidence(endpoint, Date.now());
  evidence.see({ seq: 1, t: 1, m: 1, k: 'note', what: 'process.started', level: 'info', text: 'Started, pid 1.' });
  evidence.see({ seq: 2, t: 1, m: 1, k: 'stderr', text: 'Reading' });
  evidence.see({ seq: 3, t: 1, m: 1, k: 'stderr', text: 'Error: X_TOKEN is not set' });
  const end = { reason: 'exited' as const, exit: { code: 1, signal: null } };
  const { why } = evidence.explain(failure('dx-exit'), { phase: 'connecting', reason: 'exited', end });
  expect(why).toContain('stderr line 3');
});
