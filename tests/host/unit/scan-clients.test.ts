import { expect, test } from 'vitest';
import { type ScanFiles, scanClients } from '#host/scan-clients.ts';
import { FoundConfig } from '#shared/candidates.ts';

const ONE = JSON.stringify({ mcpServers: { a: { command: 'x' } } });
const TWO = JSON.stringify({ servers: { a: { command: 'x' }, b: { type: 'http', url: 'https://b.test' } } });

interface Kept {
  text?: string | Uint8Array;
  size?: number;
  code?: string;
}

/** A file system in memory that counts what is asked of it. */
function filesOf(kept: Record<string, Kept | string>, sep = '/') {
  const read: string[] = [];
  const fault = (code: string) => Object.assign(new Error(code), { code });
  const entry = (path: string): Kept => {
    const found = kept[path];
    if (found === undefined) throw fault('ENOENT');
    const one = typeof found === 'string' ? { text: found } : found;
    if (one.code !== undefined) throw fault(one.code);
    return one;
  };
  const bytesOf = ({ text = '' }: Kept) => (typeof text === 'string' ? new TextEncoder().encode(text) : text);
  const files: ScanFiles = {
    list: async (folder) => {
      const names = Object.keys(kept).filter((path) => path.startsWith(folder + sep));
      if (names.length === 0) throw fault('ENOENT');
      return [...new Set(names.map((path) => path.slice(folder.length + 1).split(sep)[0] ?? ''))];
    },
    stat: async (path) => ({ size: entry(path).size ?? bytesOf(entry(path)).length, isFile: true }),
    read: async (path, most) => {
      read.push(path);
      return bytesOf(entry(path)).subarray(0, most);
    },
  };
  return { files, read };
}

/** What is found, by path; each fits the contract. */
async function scanned(
  platform: NodeJS.Platform,
  kept: Record<string, Kept | string>,
  env: Record<string, string> = {},
) {
  const home = platform === 'win32' ? 'C:\\Users\\me' : platform === 'darwin' ? '/Users/me' : '/home/me';
  const { files, read } = filesOf(kept, platform === 'win32' ? '\\' : '/');
  const found = await scanClients({ platform, home, env }, files);
  return {
    read,
    found: FoundConfig.array().parse(found),
    of: (path: string) => found.find((one) => one.path === path),
  };
}

test('places on Linux', async () => {
  const kept = {
    '/home/me/.config/Claude/claude_desktop_config.json': ONE,
    '/home/me/.claude.json': JSON.stringify({
      mcpServers: { a: { command: 'x' } },
      projects: { '/p': { mcpServers: { b: { command: 'y' } } } },
    }),
    '/home/me/.cursor/mcp.json': ONE,
    '/home/me/.config/Code/User/mcp.json': TWO,
    '/home/me/.config/Code/User/profiles/work/mcp.json': TWO,
    '/home/me/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json': ONE,
    '/home/me/.codeium/windsurf/mcp_config.json': ONE,
    '/home/me/.codex/config.toml': '[mcp_servers.a]\ncommand = "x"\n',
    '/home/me/.continue/config.yaml': 'mcpServers:\n  - name: a\n    command: x\n',
    '/home/me/.continue/mcpServers/one.yaml': 'name: a\nmcpServers:\n  - name: a\n    command: x\n',
    '/home/me/.gemini/settings.json': ONE,
    '/home/me/.config/zed/settings.json': JSON.stringify({ context_servers: { a: { command: 'x' } } }),
    '/home/me/.lmstudio/mcp.json': ONE,
    '/home/me/.copilot/mcp-config.json': ONE,
    '/home/me/.config/opencode/opencode.json': JSON.stringify({ mcp: { a: { type: 'local', command: ['x'] } } }),
    '/home/me/.mcp-inspector/mcp.json': ONE,
  };
  const { found, of } = await scanned('linux', kept);
  expect(found.map(({ path }) => path).sort()).toEqual(Object.keys(kept).sort());
  expect(found.filter(({ problem, misplaced }) => problem !== undefined || misplaced !== undefined)).toEqual([]);
  expect(of('/home/me/.claude.json')).toMatchObject({ client: 'claude-code', servers: 2 });
  expect(of('/home/me/.config/Code/User/profiles/work/mcp.json')).toMatchObject({
    title: 'VS Code, a profile',
    servers: 2,
  });
});

test('places on macOS and Windows', async () => {
  const mac = '/Users/me/Library/Application Support';
  const { found } = await scanned('darwin', {
    [`${mac}/Claude/claude_desktop_config.json`]: ONE,
    [`${mac}/Code/User/mcp.json`]: TWO,
  });
  expect(found.map(({ title, servers }) => [title, servers])).toEqual([
    ['Claude Desktop', 1],
    ['VS Code, this user', 2],
  ]);
  const roaming = 'D:\\Roaming';
  const windows = await scanned(
    'win32',
    { [`${roaming}\\Claude\\claude_desktop_config.json`]: ONE, [`${roaming}\\Code - Insiders\\User\\mcp.json`]: TWO },
    { APPDATA: roaming },
  );
  expect(windows.found.map(({ title }) => title)).toEqual(['Claude Desktop', 'VS Code Insiders, this user']);
});

test('Claude Desktop from the Microsoft Store reads a folder of its own, and then not the usual one', async () => {
  const store =
    'C:\\Users\\me\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json';
  const usual = 'C:\\Users\\me\\AppData\\Roaming\\Claude\\claude_desktop_config.json';
  const { of } = await scanned('win32', { [store]: ONE, [usual]: ONE });
  expect(of(store)).toEqual({
    client: 'claude-desktop',
    title: 'Claude Desktop, from the Microsoft Store',
    path: store,
    servers: 1,
  });
  expect(of(usual)?.misplaced).toContain(store);
});

test('files in places that nobody reads are told with the right place', async () => {
  const { found } = await scanned('darwin', {
    '/Users/me/.claude/settings.json': ONE,
    '/Users/me/.config/Claude/claude_desktop_config.json': ONE,
    '/Users/me/.codex/mcp.json': ONE,
  });
  expect(found.map(({ path, misplaced }) => [path, misplaced])).toEqual([
    [
      '/Users/me/.claude/settings.json',
      'Claude Code does not read this file. Its servers belong in /Users/me/.claude.json.',
    ],
    [
      '/Users/me/.config/Claude/claude_desktop_config.json',
      'Claude Desktop does not read this file. Its servers belong in /Users/me/Library/Application Support/Claude/claude_desktop_config.json.',
    ],
    ['/Users/me/.codex/mcp.json', 'Codex does not read this file. Its servers belong in /Users/me/.codex/config.toml.'],
  ]);
});

test.each([
  ['broken', '{"mcpServers": {"a": }', /This is not valid JSON: line 1/],
  ['not for us to read', { code: 'EACCES' }, /this account may not read it/],
  ['a fault of the disk', { code: 'EIO' }, /the system says EIO/],
  ['no text', { text: new Uint8Array([0, 1, 2, 255]) }, /not a text file/],
  ['without a usable entry', JSON.stringify({ mcpServers: { a: {} } }), /a has neither “command” nor “url”/],
])('a file that is %s is a problem and hides no other', async (_, kept: Kept | string, why) => {
  const { of } = await scanned('linux', { '/home/me/.cursor/mcp.json': kept, '/home/me/.lmstudio/mcp.json': ONE });
  expect(of('/home/me/.cursor/mcp.json')).toMatchObject({ servers: 0, problem: expect.stringMatching(why) });
  expect(of('/home/me/.lmstudio/mcp.json')).toMatchObject({ servers: 1 });
});

test('a file that is too large is not read', async () => {
  const { of, read } = await scanned('linux', { '/home/me/.claude.json': { text: ONE, size: 5_000_000 } });
  expect(of('/home/me/.claude.json')?.problem).toContain('over 4 MB are not read');
  expect(read).toEqual([]);
});

test('files that are about something else are not worth a word', async () => {
  const { found } = await scanned('linux', {
    '/home/me/.config/Code/User/settings.json': '{"editor.fontSize": 12',
    '/home/me/.gemini/settings.json': '{"theme": "x"}',
    '/home/me/.cursor/mcp.json': '{"mcpServers": {}}',
    '/home/me/.claude.json': '{}',
    '/home/me/.lmstudio/mcp.json': '  ',
    '/home/me/.codex/config.toml': 'model = "x"',
    '/home/me/.copilot/mcp-config.json': { code: 'ENOTDIR' },
  });
  expect(found).toEqual([]);
});

test('no more memory is asked for than a file is long', async () => {
  const { files } = filesOf({ '/home/me/.cursor/mcp.json': ONE });
  const asked: number[] = [];
  const read: ScanFiles['read'] = (path, most) => {
    asked.push(most);
    return files.read(path, most);
  };
  await scanClients({ platform: 'linux', home: '/home/me', env: {} }, { ...files, read });
  expect(asked).toEqual([ONE.length]);
});
