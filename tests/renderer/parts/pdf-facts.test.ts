import { expect, test } from 'vitest';
import { pdfFacts } from '../../../src/renderer/parts/content/pdf-facts.ts';

const HEAD = '%PDF-1.7\n%âãÏÓ\n';

test('pages are those of the root of the page tree, in either order of its members', () => {
  const tree =
    '2 0 obj\n<< /Type /Pages /Kids [3 0 R 4 0 R] /Count 12 >>\nendobj\n3 0 obj\n<</Count 5/Type/Pages>>\nendobj';
  expect(pdfFacts(`${HEAD}${tree}\n4 0 obj << /Type /Page >>`)).toEqual({
    version: '1.7',
    pages: 12,
    encrypted: false,
  });
});

test('a PDF made for the web says its pages in front; one that is packed does not say them', () => {
  expect(pdfFacts(`${HEAD}1 0 obj <</Linearized 1/L 5/N 8/T 4>>`).pages).toBe(8);
  expect(pdfFacts(`${HEAD}5 0 obj <</Type/ObjStm/N 3>> stream`)).toEqual({
    version: '1.7',
    pages: undefined,
    encrypted: false,
  });
});

test('an encrypted one says so, and what is no PDF says nothing', () => {
  expect(pdfFacts(`${HEAD}trailer << /Encrypt 9 0 R >>`).encrypted).toBe(true);
  expect(pdfFacts('hello')).toEqual({ version: undefined, pages: undefined, encrypted: false });
});
