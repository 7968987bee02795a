import { expect, test } from 'vitest';
import { ansiSegments } from '../../../src/renderer/parts/ansi-segments.ts';

const ESC = '\u001b';

test('colours become classes, other sequences vanish, the text is whole', () => {
  expect(ansiSegments(`${ESC}[2K${ESC}[1;31mERROR${ESC}[0m: no ${ESC}[38;5;196mfile${ESC}[39m`)).toEqual([
    { text: 'ERROR', className: 'c-err b6' },
    { text: ': no ', className: undefined },
    { text: 'file', className: 'c-err' },
  ]);
});

test('16, 256 and true colours, in every way of writing them, become the nearest token', () => {
  const colourOf = (codes: string) => ansiSegments(`${ESC}[${codes}mx`)[0]?.className;
  expect(['30', '31', '32', '33', '34', '35', '36', '37'].map(colourOf)).toEqual([
    't3',
    'c-err',
    'c-ok',
    'c-wait',
    'c-res',
    'c-srv',
    'c-req',
    undefined,
  ]);
  expect(colourOf('92')).toBe('c-ok');
  expect(['38;5;9', '38;5;208', '38;5;46', '38;5;51', '38;5;21', '38;5;201'].map(colourOf)).toEqual([
    'c-err',
    'c-wait',
    'c-ok',
    'c-req',
    'c-res',
    'c-srv',
  ]);
  expect(['38;5;236', '38;5;245', '38;5;255', '38;5;16'].map(colourOf)).toEqual(['t3', 't2', undefined, 't3']);
  expect(['38;2;255;90;160', '38:2::20:200:90', '38:5:196'].map(colourOf)).toEqual(['c-auth', 'c-ok', 'c-err']);
});

test('a background is read past, and does not change what follows', () => {
  expect(ansiSegments(`${ESC}[48;5;196;32mx`)).toEqual([{ text: 'x', className: 'c-ok' }]);
  expect(ansiSegments(`${ESC}[48;2;1;2;3;1mx`)).toEqual([{ text: 'x', className: 'b6' }]);
  expect(ansiSegments(`${ESC}[41mx`)).toEqual([{ text: 'x', className: undefined }]);
});

test('bold, dim, underline, italic and inverse, and their ends', () => {
  const looks = (text: string) => ansiSegments(text).map(({ className }) => className);
  expect(looks(`${ESC}[1mb${ESC}[22mn${ESC}[2md${ESC}[0mn`)).toEqual(['b6', undefined, 't3', undefined]);
  expect(looks(`${ESC}[2;31mr${ESC}[4mu${ESC}[24;3mi`)).toEqual(['c-err', 'c-err ansi-underline', 'c-err ansi-italic']);
  expect(looks(`${ESC}[4:3mu${ESC}[4:0mn${ESC}[32;7mi${ESC}[27mg`)).toEqual([
    'ansi-underline',
    undefined,
    'ansi-inverse',
    'c-ok',
  ]);
});

test('titles, links, character sets and cursor moves are not shown', () => {
  const link = `${ESC}]8;;https://example.com${ESC}\\here${ESC}]8;;${ESC}\\`;
  const text = `${ESC}]0;title\u0007${ESC}(B${ESC}7a${ESC}[?25l${ESC}[10;2Hb${ESC}[>4;1m ${link}${ESC}]0;cut off`;
  expect(
    ansiSegments(text)
      .map((one) => one.text)
      .join(''),
  ).toBe('ab here');
});

test('plain lines and broken sequences stay as they are', () => {
  expect(ansiSegments('plain')).toEqual([{ text: 'plain', className: undefined }]);
  expect(ansiSegments(`cut ${ESC}[3`)).toEqual([{ text: `cut ${ESC}[3`, className: undefined }]);
});
