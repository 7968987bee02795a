import { expect, test } from 'vitest';
import { lineOfEntry, tabOfText } from '../../../../src/renderer/features/add-server/use-source.ts';
import {
  absolutePath,
  cloudOf,
  folderOf,
  isAbsolute,
} from '../../../../src/renderer/parts/server-form/absolute-path.ts';
import { headerProblem } from '../../../../src/renderer/parts/server-form/draft-problems.ts';
import { secretArguments } from '../../../../src/renderer/parts/server-form/live-warnings.ts';

test('relative paths become absolute under the folder, on both kinds of systems', () => {
  expect(absolutePath('/srv/app', './build/../server.js')).toBe('/srv/app/server.js');
  expect(absolutePath('/srv/app/', '../x.py')).toBe('/srv/x.py');
  expect(absolutePath('/', '../../x')).toBe('/x');
  expect(absolutePath('C:\\code\\app', '.\\x\\y.js')).toBe('C:\\code\\app\\x\\y.js');
  expect(absolutePath('/srv', '/etc/x')).toBe('/etc/x');
  expect(['~/x', '~', 'C:\\x', '\\\\host\\share', ['$', '{HOME}/x'].join('')].every(isAbsolute)).toBe(true);
  expect(['x', './x', '~x', 'C:x'].some(isAbsolute)).toBe(false);
  expect(folderOf('/home/maya/.cursor/mcp.json')).toBe('/home/maya/.cursor');
  expect(folderOf('/mcp.json')).toBe('/');
});

test('folders kept in step with a cloud are told by their names', () => {
  expect(cloudOf('/Users/m/Library/Mobile Documents/x')).toBe('Mobile Documents');
  expect(cloudOf('C:\\Users\\m\\OneDrive - Acme\\x')).toBe('OneDrive');
  expect(cloudOf('/home/m/code/dropbox-client')).toBeUndefined();
});

test('secrets in arguments: after their option, behind =, or by their form; references are none', () => {
  const found = (...args: string[]) => secretArguments({ args }).map(({ at, value }) => [at, value]);
  expect(found('--token', 'abc', '--port', '80')).toEqual([[1, 'abc']]);
  expect(found('--api-key=abc')).toEqual([[0, 'abc']]);
  expect(found('ghp_abcdefghijklmnop1234')).toEqual([[0, 'ghp_abcdefghijklmnop1234']]);
  expect(found('--token', ['$', '{TOKEN}'].join(''), '--token', '--verbose')).toEqual([]);
});

test('a header is refused for the first character it cannot carry, and its name for blanks', () => {
  const problem = (value: string, name = 'X-User') => headerProblem({ key: '1', name, value });
  expect(problem('Zoë ÿ')).toBeUndefined();
  expect(problem('a\u007fb')?.text).toContain('character 2 is a control character (U+007F)');
  expect(problem('abc\r\n')?.trimmed).toBe('abc');
  expect(problem('\ud800')?.encoded).toBe('%EF%BF%BD');
  expect(problem('x', 'X User')?.text).toContain('no name of a header');
});

test('the tab of a text, and the line of an entry in JSON, TOML and YAML', () => {
  const tabs = ['{}', '[mcp_servers.x]', 'mcpServers:\n  x:\n', 'https://x/mcp', 'vscode:mcp/install?a', 'npx -y x'];
  expect(tabs.map(tabOfText)).toEqual(['json', 'json', 'json', 'url', 'url', 'command']);
  expect(lineOfEntry('{\n "a": {},\n "b" : {}\n}', 'b')).toBe(3);
  expect(lineOfEntry('{"command": "b", \n"b": {}}', 'b')).toBe(2);
  expect(lineOfEntry('[mcp_servers.a]\n\n[mcp_servers.b]', 'b')).toBe(3);
  expect(lineOfEntry('mcpServers:\n  b:\n', 'b')).toBe(2);
  expect(lineOfEntry('{}', 'b')).toBeUndefined();
});
