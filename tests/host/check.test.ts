import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { type Checker, createChecker } from '#host/check.ts';

/** Backtracks for longer than any test runs. */
const SLOW = { schema: { pattern: '^(a+)+$' }, value: `${'a'.repeat(60)}!` };

describe('schema checks in a worker thread', () => {
  let folder = '';
  const checkers: Checker[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'wirebench-check-'));
    await writeFile(join(folder, 'package.json'), '{"type":"module"}');
    await writeFile(join(folder, 'broken.js'), 'throw new Error("no luck");');
  });
  afterEach(async () => {
    for (const checker of checkers.splice(0)) await checker.close();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  function start(limitMs?: number, entry = inject('entries').check): Checker {
    const checker = createChecker({ entry, ...(limitMs === undefined ? {} : { limitMs }) });
    checkers.push(checker);
    return checker;
  }

  test('[SCHEMA-01] gives problems with their places, for many checks at once', async () => {
    const checker = start();
    const values = [1, 'a', 2];
    const answers = await Promise.all(values.map((value) => checker.check({ type: 'string' }, value)));
    expect(answers.map((answer) => answer.problems.length)).toEqual([1, 0, 1]);
    expect(answers[0]).toEqual({ checked: true, problems: [{ path: '', message: 'Must be text.', keyword: 'type' }] });
  });

  test('[SCHEMA-07] a check over the limit is given up, and the next one runs in a new worker', async () => {
    const checker = start(1000);
    const [slow, next] = await Promise.all([
      checker.check(SLOW.schema, SLOW.value),
      checker.check({ type: 'string' }, 1),
    ]);
    expect(slow).toEqual({ checked: false, problems: [], note: 'Not checked: it took longer than 1 s.' });
    expect(next).toMatchObject({ checked: true, problems: [{ message: 'Must be text.' }] });
  });

  test('a value that cannot be handed over does not stop the others', async () => {
    const checker = start();
    const [odd, fine] = await Promise.all([checker.check({}, () => 1), checker.check({}, 1)]);
    expect(odd).toMatchObject({ checked: false, note: expect.stringContaining('cannot be handed over') });
    expect(fine).toEqual({ checked: true, problems: [] });
  });

  test('a worker that cannot start is a note, each time', async () => {
    const checker = start(2000, join(folder, 'broken.js'));
    for (const value of [1, 2]) {
      expect(await checker.check({}, value)).toMatchObject({
        checked: false,
        note: expect.stringContaining('no luck'),
      });
    }
  });

  test('close answers what waits, and later checks too', async () => {
    const checker = start();
    const waiting = [checker.check(SLOW.schema, SLOW.value), checker.check({}, 1)];
    await checker.close();
    for (const answer of [...waiting, checker.check({}, 1)]) {
      expect(await answer).toEqual({ checked: false, problems: [], note: 'Not checked: this app is closing.' });
    }
  });
});
