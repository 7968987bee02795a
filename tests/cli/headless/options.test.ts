import { describe, expect, it } from 'vitest';
import { durationOf, readOptions } from '../../../src/cli/headless/options.ts';
import { targetOf } from '../../../src/cli/headless/target.ts';
import { UsageError } from '../../../src/cli/usage.ts';

describe('readOptions', () => {
  it('keeps own arguments, options and the command after -- apart', () => {
    const options = readOptions(['echo', '--arg', 'a=-5', '--format', 'json', '--', 'node', 'x.js', '--format', 'y']);
    expect(options.own).toEqual(['echo']);
    expect(options.values.arg).toEqual(['a=-5']);
    expect(options.format).toBe('json');
    expect(options.program).toEqual(['node', 'x.js', '--format', 'y']);
  });

  it('declines whatever a server asks unless it is told otherwise', () => {
    expect(readOptions([]).policy).toEqual({ elicit: 'decline', sample: undefined, yes: false });
    expect(readOptions(['--sample', 'decline']).policy.sample).toBeUndefined();
    expect(readOptions(['--sample', 'hello', '--yes']).policy).toMatchObject({ sample: 'hello', yes: true });
  });

  it.each([
    ['--format', 'xml'],
    ['--era', 'new'],
    ['--elicit', 'maybe'],
    ['--elicit', 'json:[1]'],
    ['--elicit', 'json:{'],
    ['--timeout', 'soon'],
  ])('%s %s is a usage error that names the option', (option, value) => {
    expect(() => readOptions([option, value])).toThrow(UsageError);
    expect(() => readOptions([option, value])).toThrow(option);
  });

  it('an option that does not exist is refused', () => {
    expect(() => readOptions(['--hedaer', 'x'])).toThrow(/hedaer/);
  });
});

describe('durationOf', () => {
  it.each([
    ['20', 20_000],
    ['1.5', 1500],
    ['500ms', 500],
    ['20s', 20_000],
    ['2m', 120_000],
    ['0', 0],
  ])('%s is %i ms', (text, ms) => {
    expect(durationOf(text, '--timeout')).toBe(ms);
  });
});

describe('targetOf', () => {
  const target = (...args: string[]) => targetOf(readOptions(args));

  it('knows the four ways', () => {
    expect(target('--server', 'a')).toEqual({ from: 'list', name: 'a' });
    expect(target('--config', 'f.json', '--server', 'a')).toEqual({ from: 'file', path: 'f.json', name: 'a' });
    expect(target('--url', 'http://127.0.0.1:1/mcp')).toEqual({ from: 'url', url: 'http://127.0.0.1:1/mcp' });
    expect(target('--', 'node', 'a.js')).toEqual({ from: 'program', command: 'node', args: ['a.js'] });
  });

  it.each([
    [[]],
    [['--config', 'f.json']],
    [['--url', 'ftp://x']],
    [['--url', 'http://x', '--server', 'a']],
    [['--server', 'a', '--', 'node']],
    [['--']],
  ])('%j names none, or more than one', (args) => {
    expect(() => target(...args)).toThrow(UsageError);
  });
});
