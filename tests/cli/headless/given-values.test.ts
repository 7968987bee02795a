import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeJson } from '#shared/exact-json.ts';
import {
  argumentsOf,
  headersOf,
  isModeWord,
  textArgumentsOf,
  variablesOf,
} from '../../../src/cli/headless/given-values.ts';

const folder = mkdtempSync(join(tmpdir(), 'wirebench-cli-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(text: string): string {
  const path = join(folder, `${Math.random()}.txt`);
  writeFileSync(path, text);
  return path;
}

describe('argumentsOf', () => {
  it('keeps the digits of numbers that no JavaScript number holds', () => {
    const given = argumentsOf({ arg: ['big=9007199254740993'], args: '{"id":-18446744073709551615}' });
    expect(writeJson(given)).toBe('{"id":-18446744073709551615,"big":9007199254740993}');
    expect(textArgumentsOf({ args: '{"id":9007199254740993}' })).toEqual({ id: '9007199254740993' });
  });

  it('reads values as JSON where they are JSON, else as text', () => {
    const arg = ['n=1', 'yes=true', 'list=[1,2]', 'text=Oslo', 'quoted="1"', 'empty=', 'eq=a=b', 'none=null'];
    expect(argumentsOf({ arg })).toEqual({
      n: 1,
      yes: true,
      list: [1, 2],
      text: 'Oslo',
      quoted: '1',
      empty: '',
      eq: 'a=b',
      none: null,
    });
  });

  it('takes an object from --args, from a file too; --arg wins', () => {
    expect(argumentsOf({ args: '{"a":1,"b":2}', arg: ['b=3'] })).toEqual({ a: 1, b: 3 });
    expect(argumentsOf({ args: `@${file('{"a":[true]}')}` })).toEqual({ a: [true] });
  });

  it.each([['[1]'], ['{"a":'], ['@/no/such/file'], ['7']])('refuses --args %s', (args) => {
    expect(() => argumentsOf({ args })).toThrow(/--args/);
  });

  it('refuses --arg without a name', () => {
    expect(() => argumentsOf({ arg: ['Oslo'] })).toThrow(/NAME=VALUE/);
  });

  it('prompts get text only', () => {
    expect(textArgumentsOf({ arg: ['n=1'], args: '{"list":[1],"s":"x"}' })).toEqual({ n: '1', list: '[1]', s: 'x' });
  });
});

describe('values that may be secret', () => {
  it('reads headers of a file and of variables', () => {
    process.env.WIREBENCH_TEST_TOKEN = 'Bearer abc';
    const path = file('# comment\nX-One: 1\n\nX-Two:  a: b \r\n');
    expect(headersOf(path, ['Authorization=WIREBENCH_TEST_TOKEN'])).toEqual([
      ['X-One', '1'],
      ['X-Two', 'a: b'],
      ['Authorization', 'Bearer abc'],
    ]);
    delete process.env.WIREBENCH_TEST_TOKEN;
  });

  it('does not repeat a line of a header file that it cannot read', () => {
    expect(() => headersOf(file('sk-secret-alone'), [])).toThrow(/no colon/);
    expect(() => headersOf(file('sk-secret-alone'), [])).not.toThrow(/sk-secret/);
  });

  it('reads variables of a file and takes others over from here', () => {
    process.env.WIREBENCH_TEST_KEY = 'k';
    const path = file('A=1\nexport B="two words"\n# C=3\nD=x=y\n');
    expect(variablesOf(path, ['WIREBENCH_TEST_KEY'])).toEqual([
      ['A', '1'],
      ['B', 'two words'],
      ['D', 'x=y'],
      ['WIREBENCH_TEST_KEY', 'k'],
    ]);
    delete process.env.WIREBENCH_TEST_KEY;
    expect(() => variablesOf(undefined, ['WIREBENCH_TEST_KEY'])).toThrow(/not set/);
  });
});

it('a plain word of a variable is no secret, unless the variable is named like one', () => {
  expect(isModeWord('MCP_TRANSPORT_TYPE', 'stdio')).toBe(true);
  expect(isModeWord('PORT', '3000')).toBe(true);
  expect(isModeWord('COLLECT_TELEMETRY', 'False')).toBe(true);
  expect(isModeWord('API_TOKEN', 'false')).toBe(false);
  expect(isModeWord('PASSWORD', '1234')).toBe(false);
  expect(isModeWord('NAME', 'hunter')).toBe(false);
});
