import type { ClientId } from '#shared/config.ts';

/** How a client names something that is filled in when the server starts; undefined: it cannot. */
export interface ReferenceStyle {
  /** A variable of the environment. */
  variable?(name: string): string;
  /** The same with a value for when it is not set. */
  fallback?(name: string, value: string): string;
  /** A value the client keeps or asks for. */
  input?(id: string): string;
  /** Folders that the client knows by name. */
  folders: boolean;
}

const dollar = (name: string) => `\${${name}}`;
const envColon = (name: string) => `\${env:${name}}`;

const STYLES: Record<ClientId, ReferenceStyle> = {
  'claude-desktop': { folders: false },
  'claude-code': { variable: dollar, fallback: (name, value) => `\${${name}:-${value}}`, folders: false },
  cursor: { variable: envColon, folders: true },
  vscode: { variable: envColon, input: (id) => `\${input:${id}}`, folders: true },
  cline: { folders: false },
  windsurf: { variable: envColon, folders: false },
  // Codex takes whole values from the environment by keys of their own, see write-entry.
  codex: { folders: false },
  continue: { input: (id) => `\${{ secrets.${id} }}`, folders: false },
  gemini: { variable: dollar, folders: false },
  zed: { folders: false },
  lmstudio: { folders: false },
  'copilot-cli': { variable: dollar, folders: false },
  opencode: { variable: (name) => `{env:${name}}`, folders: false },
  inspector: { folders: false },
};

/** How a client writes references. */
export function referenceStyle(client: ClientId): ReferenceStyle {
  return STYLES[client];
}

/** The references of a client's text in our own spelling: `${NAME}`, `${env:NAME}`, `${input:ID}`. */
export function referencesFrom(client: ClientId | undefined, text: string): string {
  switch (client) {
    case 'gemini':
      return text.replace(/\$([A-Za-z_]\w*)/g, (_, name: string) => dollar(name));
    case 'opencode':
      return text.replace(/\{env:([^{}]+)\}/g, (whole, name: string, at: number) =>
        text[at - 1] === '$' ? whole : envColon(name),
      );
    case 'continue':
      return text.replace(/\$\{\{\s*(?:secrets|inputs)\.([\w.-]+)\s*\}\}/g, (_, id: string) => `\${input:${id}}`);
    default:
      return text;
  }
}

/** Ids of the `${input:ID}` in some texts, in their order. */
export function inputIdsOf(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => [...text.matchAll(/\$\{input:([^{}]+)\}/g)].map((match) => match[1] ?? ''));
  return [...new Set(found)];
}
