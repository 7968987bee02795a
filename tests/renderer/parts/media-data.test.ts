import { expect, test } from 'vitest';
import { readMedia } from '../../../src/renderer/parts/content/media-data.ts';

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

test('good data becomes a data address with its size', () => {
  const media = readMedia(PNG, 'image/png', 'image');
  expect(media).toEqual({
    url: `data:image/png;base64,${PNG}`,
    base64: PNG,
    mime: 'image/png',
    bytes: 70,
    notes: [],
    problem: undefined,
  });
});

test.each([
  [`data:image/png;base64,${PNG}`, 'image/png', 'data: prefix'],
  [PNG.replaceAll('+', '-').replaceAll('/', '_'), 'image/png', 'alphabet'],
  [PNG.replace(/=+$/, ''), 'image/png', 'padding'],
  [PNG.replace(/(.{20})/g, '$1\n'), 'image/png', 'line breaks'],
  [PNG, 'image/jpeg', 'is image/png'],
  [PNG, undefined, 'no type'],
])('%# what can be repaired safely is shown with a note', (data, mime, note) => {
  const media = readMedia(data, mime, 'image');
  expect(media.url).toBe(`data:image/png;base64,${PNG}`);
  expect(media.notes.join(' ')).toContain(note);
});

test.each([
  ['', 'image/png', 'empty'],
  [null, 'image/png', 'not text'],
  [`${PNG.slice(0, 40)}...`, 'image/png', 'not base64'],
  ['https://example.test/cat.png', 'image/png', 'not fetched'],
  ['PGh0bWw+', 'text/html', 'does not show text/html'],
])('%# what cannot be shown says why', (data, mime, problem) => {
  const media = readMedia(data, mime, 'image');
  expect(media.url).toBeUndefined();
  expect(media.problem).toContain(problem);
});
