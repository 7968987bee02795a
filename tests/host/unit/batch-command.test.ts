import { describe, expect, test } from 'vitest';
import { batchCommand, batchProblem, isBatchFile } from '#host/launch/batch-command.ts';

const NPX = 'C:\\Program Files\\nodejs\\npx.cmd';
const lineOf = (...args: string[]) => batchCommand(NPX, args, 'C:\\Windows').args.at(-1);
/** The one argument of a line, as it is written there. */
const written = (arg: string) => lineOf(arg)?.slice(`""${NPX}" `.length, -1);

/** Whether cmd.exe would take every sign that means something to it as text: it counts quotation marks only. */
function inQuotes(line: string): boolean {
  let open = false;
  for (const sign of line) {
    if (sign === '"') open = !open;
    else if (!open && /[&|<>^()!;,=\t]/.test(sign)) return false;
  }
  return !open;
}

/** How a Windows program reads one written argument: its backslashes, marks and doubled marks. */
function readBack(word: string): string {
  const text = word.replaceAll('%%cd:~,%', '%');
  if (!text.startsWith('"')) return text;
  let value = '';
  for (let at = 1; at < text.length - 1; at += 1) {
    const slashes = /^\\*/.exec(text.slice(at))?.[0].length ?? 0;
    const mark = text[at + slashes] === '"';
    value += '\\'.repeat(mark ? slashes / 2 : slashes);
    at += slashes;
    if (at >= text.length - 1) break;
    if (mark) at += 1;
    value += text[at];
  }
  return value;
}

const ARGS = [
  'two words',
  '',
  ' padded ',
  'it\'s "quoted"',
  'a"&calc.exe',
  '"&calc.exe&"',
  'a&b|c<d>e^f',
  '%PATH%',
  '100%',
  '!VAR!',
  'C:\\dir\\',
  'C:\\my dir\\',
  'back\\"slash',
  '\\\\"',
  '(x)',
  'a=b;c,d',
  '{"json": true}',
  'ünï 日本',
];

describe('the command line of a batch file', () => {
  test('starts the cmd.exe of the system, without start-up commands and without filling in', () => {
    expect(batchCommand(NPX, ['-y', '@scope/server'], 'D:\\Win')).toEqual({
      file: 'D:\\Win\\System32\\cmd.exe',
      args: ['/e:ON', '/v:OFF', '/d', '/s', '/c', `""${NPX}" -y @scope/server"`],
    });
    expect(batchCommand(NPX, [], undefined).file).toBe('C:\\Windows\\System32\\cmd.exe');
  });

  test.each(ARGS)('brings %j over whole, and runs no part of it', (arg) => {
    const word = written(arg) ?? '';
    expect(readBack(word)).toBe(arg);
    expect(inQuotes(word)).toBe(true);
    expect(word.replaceAll('%%cd:~,%', '')).not.toContain('%');
  });

  test('keeps arguments apart', () => {
    expect(lineOf('a b', '', 'c')).toBe(`""${NPX}" "a b" "" c"`);
    expect(written('say "hi"')).toBe('"say ""hi"""');
    expect(written('50%')).toBe('"50%%cd:~,%"');
    expect(written('a\\"b')).toBe('"a\\\\""b"');
  });

  test('refuses what cannot be written', () => {
    for (const bad of ['a\nb', 'a\rb', 'a\0b']) {
      expect(batchProblem(['ok', bad])).toMatch(/^Argument 2 has a line break/);
      expect(() => batchCommand(NPX, [bad], undefined)).toThrow(RangeError);
    }
    expect(() => batchCommand('C:\\a"b.cmd', [], undefined)).toThrow(RangeError);
    expect(batchProblem(ARGS)).toBeUndefined();
  });

  test('is for .cmd and .bat only', () => {
    expect([NPX, 'C:\\x.BAT', 'C:\\node.exe', 'C:\\cmd'].map(isBatchFile)).toEqual([true, true, false, false]);
  });
});
