import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadCases } from './cases.ts';
import { hostExpectations, later } from './later.ts';

/** Kinds of which every case is proven against a whole host, in tests/host/cases. */
const PROVEN_KINDS = [
  'launch',
  'config',
  'stdout',
  'process',
  'protocol',
  'modern',
  'timing',
  'http',
  'tasks',
  'interaction',
];
const cases = new Map(loadCases().map((c) => [c.id, c]));

describe('expectations left to a view', () => {
  test('every entry quotes a sentence that still exists, word for word', () => {
    const stale = later.filter((l) => cases.get(l.caseId)?.expect[l.expectIndex] !== l.expect);
    expect(stale).toEqual([]);
  });

  test('a test that is said to show one names its case', () => {
    const root = new URL('../../', import.meta.url);
    const wrong = later.filter(
      ({ caseId, provenBy }) =>
        provenBy !== undefined && !readFileSync(new URL(provenBy, root), 'utf8').includes(`case ${caseId}`),
    );
    expect(wrong).toEqual([]);
  });

  test('no sentence is listed twice', () => {
    const keys = later.map((l) => `${l.caseId} ${l.expectIndex}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test('only cases with a test of the host are listed, each with a view of the design', () => {
    for (const l of later) {
      expect(PROVEN_KINDS).toContain(cases.get(l.caseId)?.kind);
      expect(l.view).toMatch(/ S\d\d$/);
    }
  });

  test('nearly every such case keeps an expectation for the host; of the others the host test shows its part', () => {
    const ids = [...cases.values()].filter((c) => PROVEN_KINDS.includes(c.kind)).map((c) => c.id);
    expect(ids.filter((id) => hostExpectations(id).length === 0)).toEqual([
      'progress-odd-values',
      'http-header-nonascii',
    ]);
  });

  test('host and view share out the sentences of a case', () => {
    expect(hostExpectations('dies-idle')).toEqual([
      'The state changes to disconnected within a second, with the exit code; reconnecting works.',
    ]);
    expect(() => hostExpectations('no-such-case')).toThrow('no-such-case');
  });
});
