import type { editor } from 'monaco-editor/editor';
import type { Theme } from './theme.ts';

const FALLBACK: Readonly<Record<Theme, string>> = { light: '#000000', dark: '#ffffff' };

/** Monaco wants six digits, and a minified stylesheet says `#fff`; undefined when it is not a hex colour. */
function longHex(colour: string): string | undefined {
  if (/^#[\da-f]{6}$/i.test(colour)) return colour;
  if (!/^#[\da-f]{3}$/i.test(colour)) return undefined;
  return `#${Array.from(colour.slice(1), (digit) => digit + digit).join('')}`;
}

/** Reads tokens from computed style; `wb-light` and `wb-dark` of DESIGN 6.6. */
export function monacoTheme(
  theme: Theme,
  style: Pick<CSSStyleDeclaration, 'getPropertyValue'>,
): editor.IStandaloneThemeData {
  const token = (name: string): string => longHex(style.getPropertyValue(`--${name}`).trim()) ?? FALLBACK[theme];
  const bare = (name: string): string => token(name).slice(1);
  return {
    base: theme === 'dark' ? 'vs-dark' : 'vs',
    inherit: true,
    rules: [
      { token: 'string.key.json', foreground: bare('code-key') },
      { token: 'string.value.json', foreground: bare('code-str') },
      { token: 'string', foreground: bare('code-str') },
      { token: 'number', foreground: bare('code-num') },
      { token: 'keyword.json', foreground: bare('code-bool') },
      { token: 'keyword', foreground: bare('code-bool') },
      { token: 'comment', foreground: bare('fg-3') },
      { token: 'type', foreground: bare('code-key') },
      { token: 'tag', foreground: bare('code-key') },
      { token: 'attribute.name', foreground: bare('code-bool') },
      { token: 'attribute.value', foreground: bare('code-str') },
      { token: 'delimiter', foreground: bare('code-punct') },
    ],
    colors: {
      'editor.background': token('bg-canvas'),
      'editor.foreground': token('fg'),
      'editorLineNumber.foreground': token('fg-3'),
      'editorLineNumber.activeForeground': token('fg-2'),
      'editor.lineHighlightBackground': token('bg-sunken'),
      'editor.lineHighlightBorder': token('bg-sunken'),
      'editor.selectionBackground': token('bg-selected'),
      'editor.findMatchBackground': token('k-wait-bg'),
      'editor.findMatchHighlightBackground': token('k-wait-bg'),
      'editorError.foreground': token('k-err'),
      'editorWarning.foreground': token('k-wait'),
      'editorWidget.background': token('bg-raised'),
      'editorWidget.border': token('line'),
      'editorHoverWidget.background': token('bg-raised'),
      'editorHoverWidget.border': token('line'),
      'editorSuggestWidget.selectedBackground': token('bg-selected'),
      'editorSuggestWidget.selectedForeground': token('fg'),
      'editorIndentGuide.background1': token('line-subtle'),
      'editorBracketHighlight.foreground1': token('code-punct'),
      'editorBracketHighlight.foreground2': token('code-punct'),
      'editorBracketHighlight.foreground3': token('code-punct'),
      'input.background': token('bg-canvas'),
      'input.border': token('line-control'),
      focusBorder: token('focus'),
    },
  };
}
