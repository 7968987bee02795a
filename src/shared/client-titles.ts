import type { ClientId } from './config.ts';

/** The names of the clients as people know them. */
export const CLIENT_TITLES: Readonly<Record<ClientId, string>> = {
  'claude-desktop': 'Claude Desktop',
  'claude-code': 'Claude Code',
  cursor: 'Cursor',
  vscode: 'VS Code',
  cline: 'Cline',
  windsurf: 'Windsurf',
  codex: 'Codex',
  continue: 'Continue',
  gemini: 'Gemini CLI',
  zed: 'Zed',
  lmstudio: 'LM Studio',
  'copilot-cli': 'Copilot CLI',
  opencode: 'opencode',
  inspector: 'MCP Inspector',
};
