import { expect, test } from 'vitest';
import { ansiSegments } from '../../../../src/renderer/features/dock/ansi-segments.ts';

const ESC = '\u001b';

test('colours become classes, other sequences vanish, the text is whole', () => {
  expect(ansiSegments(`${ESC}[2K${ESC}[1;31mERROR${ESC}[0m: no ${ESC}[38;5;196mfile${ESC}[39m`)).toEqual([
    { text: 'ERROR', className: 'c-err b6' },
    { text: ': no ', className: undefined },
    { text: 'file', className: undefined },
  ]);
});

test('plain lines and broken sequences stay as they are', () => {
  expect(ansiSegments('plain')).toEqual([{ text: 'plain', className: undefined }]);
  expect(ansiSegments(`cut ${ESC}[3`)).toEqual([{ text: `cut ${ESC}[3`, className: undefined }]);
});
