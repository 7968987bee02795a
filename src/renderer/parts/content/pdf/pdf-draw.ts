import type { DrawnPage } from './pdf-kit.ts';

/** Draws the first page; rejects with the reason in words. */
export type DrawPdf = (bytes: Uint8Array<ArrayBuffer>, wide: number) => Promise<DrawnPage>;

/** Loads what draws PDFs with the first one. */
export const drawPdf: DrawPdf = async (bytes, wide) => {
  const { drawFirstPage } = await import('./pdf-kit.ts');
  return drawFirstPage(bytes, wide);
};
