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
      { name: 'PATH', value: '/bin', source: 'inherited' as const },
    ],
  };
  expect(terminalLine(launch, 'linux')).toBe(
    "cd '/my code' && LEVEL='a b' TOKEN='<TOKEN>' API_KEY='<API_KEY>' node x.js",
  );
  expect(terminalLine(launch, 'win32')).toBe(
    'cd /d "/my code" && set "LEVEL=a b" && set "TOKEN=<TOKEN>" && set "API_KEY=<API_KEY>" && node x.js',
  );
});
