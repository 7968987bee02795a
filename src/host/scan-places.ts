import { posix, win32 } from 'node:path';
import { CLIENT_TITLES } from '#shared/client-titles.ts';
import type { ClientId } from '#shared/config.ts';
import { type Computer, userFilesOf } from './exchange-formats/client-places.ts';

/** A file that a client may keep its servers in. One folder of it may be a pattern with `*`. */
export interface ScanPlace {
  client: ClientId;
  title: string;
  path: string;
  /** The client does not read it there: where it does. */
  belongs?: string;
}

const CLIENTS: readonly ClientId[] = [
  ...(['claude-desktop', 'claude-code', 'vscode', 'cursor', 'windsurf', 'cline', 'codex', 'inspector'] as const),
  ...(['continue', 'gemini', 'zed', 'lmstudio', 'copilot-cli', 'opencode'] as const),
];

/** Every place that is looked into on a computer: the usual ones, those of other editions, and known wrong ones. */
export function scanPlaces(computer: Computer): ScanPlace[] {
  const usual = CLIENTS.flatMap((client) =>
    userFilesOf(client, computer).map((path) => ({ client, title: titleOf(client, path), path })),
  );
  return [...storePlaces(computer), ...usual, ...otherEditions(computer), ...wrongPlaces(computer)];
}

function titleOf(client: ClientId, path: string): string {
  if (client === 'vscode')
    return path.endsWith('settings.json') ? 'VS Code, settings of this user' : 'VS Code, this user';
  return client === 'claude-code' ? 'Claude Code, this user and its projects' : CLIENT_TITLES[client];
}

function pathOf({ platform }: Computer) {
  return platform === 'win32' ? win32 : posix;
}

/** The folder in which programs with a window keep their settings, read off a client that does. */
function appFolder(computer: Computer): string {
  const { dirname } = pathOf(computer);
  return dirname(dirname(userFilesOf('claude-desktop', computer)[0] ?? ''));
}

/** Claude Desktop from the Microsoft Store sees a folder of its own in place of the usual one. */
function storePlaces(computer: Computer): ScanPlace[] {
  if (computer.platform !== 'win32') return [];
  const local = computer.env.LOCALAPPDATA || win32.join(computer.home, 'AppData', 'Local');
  const path = win32.join(
    local,
    'Packages',
    'Claude_*',
    'LocalCache',
    'Roaming',
    'Claude',
    'claude_desktop_config.json',
  );
  return [{ client: 'claude-desktop', title: 'Claude Desktop, from the Microsoft Store', path }];
}

function otherEditions(computer: Computer): ScanPlace[] {
  const { join } = pathOf(computer);
  const app = (...parts: string[]) => join(appFolder(computer), ...parts);
  const home = (...parts: string[]) => join(computer.home, ...parts);
  const cline = ['User', 'globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json'];
  return [
    { client: 'vscode', title: 'VS Code, a profile', path: app('Code', 'User', 'profiles', '*', 'mcp.json') },
    { client: 'vscode', title: 'VS Code Insiders, this user', path: app('Code - Insiders', 'User', 'mcp.json') },
    {
      client: 'vscode',
      title: 'VS Code Insiders, a profile',
      path: app('Code - Insiders', 'User', 'profiles', '*', 'mcp.json'),
    },
    { client: 'vscode', title: 'VSCodium, this user', path: app('VSCodium', 'User', 'mcp.json') },
    { client: 'cline', title: 'Cline in VS Code Insiders', path: app('Code - Insiders', ...cline) },
    { client: 'cline', title: 'Cline in Cursor', path: app('Cursor', ...cline) },
    { client: 'windsurf', title: 'Windsurf plugin', path: home('.codeium', 'mcp_config.json') },
    { client: 'continue', title: 'Continue, a block', path: home('.continue', 'mcpServers', '*') },
  ];
}

/** Files that look as if a client read them, and that none reads. */
function wrongPlaces(computer: Computer): ScanPlace[] {
  const { platform, home: folder } = computer;
  const { join } = pathOf(computer);
  const home = (...parts: string[]) => join(folder, ...parts);
  const right = (client: ClientId) => userFilesOf(client, computer)[0] ?? '';
  const wrong = (client: ClientId, path: string): ScanPlace => ({
    client,
    title: CLIENT_TITLES[client],
    path,
    belongs: right(client),
  });
  const name = 'claude_desktop_config.json';
  return [
    wrong('claude-code', home('.claude', 'settings.json')),
    wrong('claude-code', home('.claude', 'mcp.json')),
    wrong('claude-code', home('.claude', '.mcp.json')),
    wrong('claude-code', home('.claude', 'mcp_servers.json')),
    wrong('claude-desktop', home('.claude', name)),
    wrong('claude-desktop', home(name)),
    ...(platform === 'darwin' ? [wrong('claude-desktop', home('.config', 'Claude', name))] : []),
    ...(platform === 'win32' ? [wrong('claude-desktop', home('AppData', 'Local', 'Claude', name))] : []),
    wrong('vscode', home('.vscode', 'mcp.json')),
    wrong('codex', home('.codex', 'mcp.json')),
    wrong('codex', home('.codex', 'config.json')),
    wrong('gemini', home('.gemini', 'mcp.json')),
    wrong('cursor', home('.cursor', 'settings.json')),
  ];
}
