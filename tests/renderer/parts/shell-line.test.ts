import { execFileSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { shellLine, terminalLine } from '../../../src/renderer/parts/shell-line.ts';

test('words are quoted only when a shell would read them differently', () => {
  expect(shellLine(['/usr/bin/node', 'a b', "it's", '', '$HOME'], 'linux')).toBe(
    `/usr/bin/node 'a b' 'it'\\''s' '' '$HOME'`,
  );
  expect(shellLine(['C:\\node.exe', 'a b', 'say "x"'], 'win32')).toBe('C:\\node.exe "a b" "say \\"x\\""');
});

test('a line for the terminal goes to the folder, sets what is set here, and hides secrets', () => {
  const launch = {
    command: ['node', 'x.js'],
    cwd: '/my code',
    env: [
      { name: 'LEVEL', value: 'a b', source: 'set' as const },
      { name: 'TOKEN', source: 'secret' as const },
      { name: 'API_KEY', value: 'kept in plain text', source: 'set' as const },
      { name: 'OF_FILE', value: 'x', source: 'file' as const },
      { name: 'HIDDEN_OF_FILE', source: 'file' as const },
      { name: 'PATH', value: '/bin', source: 'inherited' as const },
    ],
  };
  expect(terminalLine(launch, 'linux')).toBe(
    "cd '/my code' && LEVEL='a b' TOKEN='<TOKEN>' API_KEY='<API_KEY>' OF_FILE=x HIDDEN_OF_FILE='<HIDDEN_OF_FILE>' node x.js",
  );
  expect(terminalLine(launch, 'win32')).toBe(
    'cd /d "/my code" && set "LEVEL=a b" && set "TOKEN=<TOKEN>" && set "API_KEY=<API_KEY>" && set "OF_FILE=x" && set "HIDDEN_OF_FILE=<HIDDEN_OF_FILE>" && node x.js',
  );
});

test('case launch-space-path: the line of a program in a folder with spaces works when it is pasted into a terminal', () => {
  const folder = resolve('tests/cases/files/dir with space');
  const line = terminalLine(
    {
      command: [join(folder, 'run server'), '--config=dev env.json', 'second arg'],
      cwd: folder,
      env: [{ name: 'CASE_NODE', value: process.execPath, source: 'set' }],
    },
    'linux',
  );
  const ask = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"argv"}}\n';
  const said = execFileSync('/bin/sh', ['-c', line], { input: ask, encoding: 'utf8', timeout: 10_000 });
  expect(JSON.parse(JSON.parse(said).result.content[0].text)).toEqual(['--config=dev env.json', 'second arg']);
});
