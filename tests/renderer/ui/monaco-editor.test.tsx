import { act, cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MonacoEditor } from '../../../src/renderer/ui/monaco-editor.tsx';
import type { MonacoKit } from '../../../src/renderer/ui/monaco-kit.ts';
import { monacoTheme } from '../../../src/renderer/ui/monaco-theme.ts';
import { applyTheme, onThemeChange } from '../../../src/renderer/ui/theme.ts';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

/** Stands for Monaco: one text per model, and a record of what was asked of it. */
function fakeKit() {
  const log: string[] = [];
  const listeners: (() => void)[] = [];
  let text = '';
  const model = (value: string, uri: string) => {
    text = value;
    let gone = false;
    return {
      uri: { toString: () => uri },
      isDisposed: () => gone,
      getValue: () => {
        if (gone) throw new Error('Model is disposed!');
        return text;
      },
      setValue: (next: string) => {
        text = next;
        log.push(`set ${next}`);
      },
      onDidChangeContent: (listener: () => void) => {
        listeners.push(listener);
        return { dispose: () => log.push('unlisten') };
      },
      getPositionAt: (offset: number) => offset,
      dispose: () => {
        gone = true;
        log.push('dispose model');
      },
    };
  };
  const kit = {
    monaco: {
      editor: {
        createModel: (value: string, language: string, uri: string) => {
          log.push(`model ${language} ${uri.replace(/^\/[^/]+\//, '')}`);
          return model(value, uri);
        },
        create: () => ({
          dispose: () => log.push('dispose editor'),
          setPosition: (place: unknown) => log.push(`caret ${place}`),
          focus: () => log.push('focus'),
        }),
      },
      Uri: { from: (parts: { path: string }) => parts.path },
    },
    setSchema: (_uri: string, schema: unknown) => log.push(`schema ${JSON.stringify(schema)}`),
    applyTheme: () => log.push('theme'),
  };
  const type = (value: string) => {
    text = value;
    for (const listener of listeners) listener();
  };
  // The component touches only these few members of Monaco's large types.
  return { kit: kit as unknown as MonacoKit, log, type };
}

const props = { label: 'Arguments', language: 'json', path: 'echo.json' } as const;

describe('MonacoEditor', () => {
  it('takes over the focus and the caret of the plain field it replaces', async () => {
    const { kit, log } = fakeKit();
    let ready: (kit: MonacoKit) => void = () => undefined;
    const load = () => new Promise<MonacoKit>((resolve) => (ready = resolve));
    render(<MonacoEditor {...props} value='{"a":1}' onChange={() => undefined} load={load} />);
    const plain = screen.getByRole<HTMLTextAreaElement>('textbox');
    plain.focus();
    plain.setSelectionRange(3, 3);
    await act(async () => ready(kit));
    expect(log).toContain('caret 3');
    expect(log).toContain('focus');
  });

  it('adds nothing to what is typed where that is asked for', async () => {
    const { kit } = fakeKit();
    const create = vi.spyOn(kit.monaco.editor, 'create');
    render(<MonacoEditor {...props} value="" asTyped load={async () => kit} />);
    await vi.waitFor(() => expect(create).toHaveBeenCalledOnce());
    expect(create.mock.calls[0]?.[1]).toMatchObject({ autoClosingBrackets: 'never', autoClosingQuotes: 'never' });
  });

  it('gets another text and another path at once without a word to the model that went', async () => {
    const { kit, log } = fakeKit();
    const load = () => Promise.resolve(kit);
    const view = render(<MonacoEditor {...props} value="1" load={load} />);
    await vi.waitFor(() => expect(log.some((line) => line.startsWith('model'))).toBe(true));
    view.rerender(<MonacoEditor {...props} path="other.json" value="2" load={load} />);
    await vi.waitFor(() => expect(log).toContain('model json other.json'));
    expect(log).not.toContain('set 2');
  });

  it('is a plain text field until the editor is loaded', async () => {
    const user = userEvent.setup();
    const seen: string[] = [];
    const never = () => new Promise<MonacoKit>(() => undefined);
    render(<MonacoEditor {...props} value="{" onChange={(value) => seen.push(value)} load={never} />);
    await user.type(screen.getByRole('textbox', { name: 'Arguments' }), '}');
    expect(seen).toEqual(['{}']);
  });

  it('stays a plain text field when loading fails', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    const load = () => Promise.reject(new Error('no chunk'));
    render(<MonacoEditor {...props} value="{}" load={load} />);
    await vi.waitFor(() => expect(warn).toHaveBeenCalledOnce());
    expect(screen.getByRole<HTMLTextAreaElement>('textbox').readOnly).toBe(true);
  });

  it('lets Tab leave it, so that the keyboard gets out', async () => {
    const { kit } = fakeKit();
    const create = vi.spyOn(kit.monaco.editor, 'create');
    render(<MonacoEditor {...props} value="{}" load={() => Promise.resolve(kit)} />);
    await vi.waitFor(() => expect(create).toHaveBeenCalledOnce());
    expect(create.mock.calls[0]?.[1]).toMatchObject({ tabFocusMode: true });
  });

  it('creates a model, follows value, schema and theme, and disposes of everything', async () => {
    const { kit, log, type } = fakeKit();
    const load = () => Promise.resolve(kit);
    const seen: string[] = [];
    const shared = { ...props, load, onChange: (value: string) => seen.push(value) };
    const view = render(<MonacoEditor {...shared} value="{}" schema={{ type: 'object' }} />);
    await vi.waitFor(() => expect(log).toContain('schema {"type":"object"}'));
    expect(log[0]).toBe('model json echo.json');
    expect(screen.queryByRole('textbox')).toBeNull();
    act(() => type('{"a":1}'));
    expect(seen).toEqual(['{"a":1}']);
    view.rerender(<MonacoEditor {...shared} value='{"a":1}' schema={{ type: 'object' }} />);
    expect(log.filter((entry) => entry.startsWith('set'))).toEqual([]);
    view.rerender(<MonacoEditor {...shared} value="[]" schema={{ type: 'array' }} />);
    expect(log).toContain('set []');
    expect(log.at(-1)).toBe('schema {"type":"array"}');
    log.length = 0;
    document.documentElement.setAttribute('data-theme', 'dark');
    await vi.waitFor(() => expect(log).toContain('theme'));
    view.unmount();
    expect(log).toEqual(['theme', 'unlisten', 'dispose editor', 'schema undefined', 'dispose model']);
  });
});

describe('monacoTheme', () => {
  it('takes colours from tokens, also when a minifier shortened them', () => {
    const tokens: Record<string, string> = { '--bg-canvas': ' #fff', '--code-key': '#0A6072' };
    const theme = monacoTheme('light', { getPropertyValue: (name) => tokens[name] ?? '' });
    expect(theme.colors['editor.background']).toBe('#ffffff');
    expect(theme.rules[0]).toEqual({ token: 'string.key.json', foreground: '0A6072' });
    expect(theme.colors['editor.foreground']).toBe('#000000');
  });
});

describe('theme', () => {
  it('follows the system until told to stop', async () => {
    let dark = false;
    const media = new EventTarget();
    vi.stubGlobal('matchMedia', () => Object.assign(media, { matches: dark }));
    const life = new AbortController();
    const seen: string[] = [];
    applyTheme('system', life.signal);
    onThemeChange((theme) => seen.push(theme), life.signal);
    expect(document.documentElement.getAttribute('data-theme')).toBe('light');
    dark = true;
    media.dispatchEvent(new Event('change'));
    expect(document.documentElement.getAttribute('data-theme')).toBe('dark');
    await vi.waitFor(() => expect(seen).toEqual(['dark']));
    life.abort();
    dark = false;
    media.dispatchEvent(new Event('change'));
    expect(document.documentElement.getAttribute('data-theme')).toBe('dark');
    vi.unstubAllGlobals();
  });
});
