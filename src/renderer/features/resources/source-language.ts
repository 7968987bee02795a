import type { EditorLanguage } from '../../ui/monaco-editor.tsx';

const BY_MIME: readonly (readonly [RegExp, EditorLanguage])[] = [
  [/[/+]json\b/, 'json'],
  [/^text\/(?:x-)?markdown\b/, 'markdown'],
  [/^text\/html\b|xhtml/, 'html'],
  [/[/+]xml\b|\/svg\b/, 'xml'],
  [/^text\/css\b/, 'css'],
  [/javascript\b|ecmascript\b/, 'javascript'],
  [/typescript\b/, 'typescript'],
  [/python\b/, 'python'],
  [/[/-]sql\b/, 'sql'],
  [/ya?ml\b/, 'yaml'],
  [/toml\b|\bini\b/, 'ini'],
  [/x-sh\b|shellscript\b/, 'shell'],
  [/x-java\b|java-source\b/, 'java'],
  [/x-go\b/, 'go'],
  [/x-rust\b/, 'rust'],
  [/x-csharp\b/, 'csharp'],
  [/x-c(?:\+\+|pp)?\b|x-c(?:src|hdr)\b/, 'cpp'],
  [/x-ruby\b/, 'ruby'],
  [/php\b/, 'php'],
];

const BY_EXTENSION: Readonly<Record<string, EditorLanguage>> = {
  json: 'json',
  md: 'markdown',
  html: 'html',
  htm: 'html',
  xml: 'xml',
  svg: 'xml',
  css: 'css',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  py: 'python',
  sql: 'sql',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'ini',
  ini: 'ini',
  sh: 'shell',
  bash: 'shell',
  java: 'java',
  go: 'go',
  rs: 'rust',
  cs: 'csharp',
  c: 'cpp',
  h: 'cpp',
  cpp: 'cpp',
  hpp: 'cpp',
  rb: 'ruby',
  php: 'php',
};

/** The language a text is set in: by its type, else by the end of its address. */
export function languageOf(mime: string | undefined, uri: string | undefined): EditorLanguage {
  const found =
    mime === undefined ? undefined : BY_MIME.find(([pattern]) => pattern.test(mime.toLowerCase().slice(0, 100)))?.[1];
  const extension = /\.([a-z]+)(?:[?#].*)?$/i.exec(uri?.slice(-60) ?? '')?.[1]?.toLowerCase();
  return found ?? new Map(Object.entries(BY_EXTENSION)).get(extension ?? '') ?? 'plaintext';
}
