import { posix, win32 } from 'node:path';
import type { ClientId } from '#shared/config.ts';

/** The computer whose places are asked for. */
export interface Computer {
  platform: NodeJS.Platform;
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** Files in which a client keeps the servers of this person, the usual one first. Whether they exist is not looked up. */
export function userFilesOf(client: ClientId, computer: Computer): string[] {
  const { join } = computer.platform === 'win32' ? win32 : posix;
  const home = (...parts: string[]) => join(computer.home, ...parts);
  const app = (...parts: string[]) => join(appFolder(computer), ...parts);
  switch (client) {
    case 'claude-desktop':
      return [app('Claude', 'claude_desktop_config.json')];
    case 'claude-code':
      return [home('.claude.json')];
    case 'cursor':
      return [home('.cursor', 'mcp.json')];
    case 'vscode':
      return [app('Code', 'User', 'mcp.json'), app('Code', 'User', 'settings.json')];
    case 'cline': {
      const storage = ['globalStorage', 'saoudrizwan.claude-dev', 'settings', 'cline_mcp_settings.json'];
      return [app('Code', 'User', ...storage), home('Documents', 'Cline', 'MCP', 'cline_mcp_settings.json')];
    }
    case 'windsurf':
      return [home('.codeium', 'windsurf', 'mcp_config.json')];
    case 'codex':
      return [join(folderOf(computer.env.CODEX_HOME) ?? home('.codex'), 'config.toml')];
    case 'continue':
      return [home('.continue', 'config.yaml')];
    case 'gemini':
      return [home('.gemini', 'settings.json')];
    case 'zed':
      return zedFiles(computer, home, app);
    case 'lmstudio':
      return [home('.lmstudio', 'mcp.json')];
    case 'copilot-cli':
      return [home('.copilot', 'mcp-config.json')];
    case 'opencode': {
      const folder = join(folderOf(computer.env.XDG_CONFIG_HOME) ?? home('.config'), 'opencode');
      return [join(folder, 'opencode.json'), join(folder, 'opencode.jsonc')];
    }
    case 'inspector':
      return [home('.mcp-inspector', 'mcp.json')];
  }
}

/** Where the Windows store puts the folders of its programs; undefined elsewhere. */
export function storeFolderOf({ platform, home, env }: Computer): string | undefined {
  if (platform !== 'win32') return undefined;
  return win32.join(folderOf(env.LOCALAPPDATA) ?? win32.join(home, 'AppData', 'Local'), 'Packages');
}

/** The config of a Claude Desktop from the Windows store, among the names in that folder; it wins over the usual one. */
export function claudeStoreFiles(folder: string, names: readonly string[]): string[] {
  return names
    .filter((name) => /^Claude_\w+$/.test(name))
    .map((name) => win32.join(folder, name, 'LocalCache', 'Roaming', 'Claude', 'claude_desktop_config.json'));
}

type Join = (...parts: string[]) => string;

function zedFiles({ platform, env }: Computer, home: Join, app: Join): string[] {
  if (platform === 'win32') return [app('Zed', 'settings.json')];
  const folder = platform === 'darwin' ? undefined : folderOf(env.XDG_CONFIG_HOME);
  return [folder === undefined ? home('.config', 'zed', 'settings.json') : posix.join(folder, 'zed', 'settings.json')];
}

/** Where programs with a window keep their settings. */
function appFolder({ platform, home, env }: Computer): string {
  if (platform === 'win32') return folderOf(env.APPDATA) ?? win32.join(home, 'AppData', 'Roaming');
  if (platform === 'darwin') return posix.join(home, 'Library', 'Application Support');
  return folderOf(env.XDG_CONFIG_HOME) ?? posix.join(home, '.config');
}

function folderOf(variable: string | undefined): string | undefined {
  return variable === undefined || variable === '' ? undefined : variable;
}

/** The client that reads a file of this name in this place; undefined when several do, or none. */
export function clientOfPath(path: string): ClientId | undefined {
  const at = path.replaceAll('\\', '/').toLowerCase();
  return PATTERNS.find(([, pattern]) => pattern.test(at))?.[0];
}

const PATTERNS: readonly (readonly [ClientId, RegExp])[] = [
  ['claude-desktop', /\/claude_desktop_config\.json$/],
  ['claude-code', /(?:^|\/)\.claude\.json$|(?:^|\/)\.mcp\.json$|\/\.claude\/(?:settings(?:\.local)?|mcp)\.json$/],
  ['cursor', /\/\.cursor\/mcp\.json$/],
  [
    'vscode',
    /\/\.vscode\/(?:mcp|settings)\.json$|\/code(?: - insiders)?\/user\/(?:profiles\/[^/]+\/)?(?:mcp|settings)\.json$/,
  ],
  ['vscode', /\/(?:vscodium|code - oss)\/user\/(?:profiles\/[^/]+\/)?(?:mcp|settings)\.json$/],
  ['cline', /(?:^|\/)cline_mcp_settings\.json$/],
  ['windsurf', /\/windsurf(?:-next)?\/mcp_config\.json$/],
  ['codex', /\/\.codex\/(?:config|[^/]+\.config)\.toml$/],
  ['continue', /\/\.continue\/(?:config\.ya?ml|mcpservers\/[^/]+\.(?:ya?ml|json))$/],
  ['gemini', /\/\.gemini\/settings\.json$/],
  ['zed', /\/\.?zed\/settings\.json$/],
  ['lmstudio', /\/\.lmstudio\/mcp\.json$/],
  ['copilot-cli', /\/\.copilot\/mcp-config\.json$/],
  ['opencode', /(?:^|\/)opencode\.jsonc?$/],
  ['inspector', /\/\.mcp-inspector\/mcp\.json$/],
];
