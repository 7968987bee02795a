import { describe, expect, it } from 'vitest';
import { oneLine, plainText } from '../../../src/cli/headless/plain-text.ts';
import { callText, listText, promptText, readText, tasksText } from '../../../src/cli/headless/render-text.ts';
import { createTerminal, wantsColor } from '../../../src/cli/headless/terminal.ts';

const asIs = (text: string) => text;
const EVIL = 'a\u001b[2Jb\u009bc\u202ed\u0007';

describe('text of servers', () => {
  it('keeps newlines and tabs, and nothing that a terminal would act on', () => {
    expect(plainText(`1\t2\r\n3${EVIL}`)).toBe('1\t2\n3a\ufffd[2Jb\ufffdc\ufffdd\ufffd');
    expect(oneLine(' a\n b ', 10)).toBe('a b');
    expect(oneLine('abcdef', 4)).toBe('abc…');
  });

  it('is plain in every rendering', () => {
    const shown = [
      callText({ content: [{ type: 'text', text: EVIL }] }),
      callText({ structuredContent: { a: '\u202e' } }),
      readText({ contents: [{ uri: 'x:y', text: EVIL }] }),
      promptText({ messages: [{ role: EVIL, content: { type: 'text', text: EVIL } }] }, asIs),
      listText([{ name: EVIL, description: EVIL }], asIs),
      tasksText({ tasks: [{ taskId: EVIL, status: 'working' }] }),
    ];
    for (const text of shown) expect(text).toBe(plainText(text));
  });

  it('shows blocks that are no text by their kind and size', () => {
    const content = [
      { type: 'image', mimeType: 'image/png', data: 'AAAA' },
      { type: 'resource_link', uri: 'demo://a' },
      { type: 'resource', resource: { uri: 'demo://b', blob: 'AAAAAAAA' } },
      { type: 'new kind', x: 1 },
    ];
    expect(callText({ content })).toContain('[image, image/png, 3 bytes]\n[link to demo://a]\n[demo://b');
    expect(callText({ content })).toContain('"new kind"');
  });
});

describe('terminal', () => {
  it('writes results to one stream and everything else to the other', async () => {
    const out: string[] = [];
    const err: string[] = [];
    const sink = (into: string[]) => ({
      write: (text: string, handed: () => void) => {
        into.push(text);
        handed();
      },
    });
    const loud = createTerminal({ quiet: false, color: false }, sink(out), sink(err));
    await loud.result('r');
    loud.note('n');
    loud.error('e');
    createTerminal({ quiet: true, color: false }, sink(out), sink(err)).note('silent');
    expect({ out, err }).toEqual({ out: ['r'], err: ['n\n', 'wirebench: e\n'] });
  });

  it('colours only a terminal, and neither with --no-color nor with NO_COLOR', () => {
    const tty = { write: () => true, isTTY: true };
    expect(wantsColor(false, {}, tty)).toBe(true);
    expect(wantsColor(true, {}, tty)).toBe(false);
    expect(wantsColor(false, { NO_COLOR: '1' }, tty)).toBe(false);
    expect(wantsColor(false, {}, { write: () => true })).toBe(false);
  });
});
