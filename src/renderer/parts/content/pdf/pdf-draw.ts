import type { DrawnPage } from './pdf-kit.ts';

/** Draws the first page, unless the signal ends it; rejects with the reason in words. */
export type DrawPdf = (bytes: Uint8Array<ArrayBuffer>, wide: number, signal: AbortSignal) => Promise<DrawnPage>;

/** Loads what draws PDFs with the first one. */
export const drawPdf: DrawPdf = async (bytes, wide, signal) => {
  const { drawFirstPage } = await import('./pdf-kit.ts');
  signal.throwIfAborted();
  return drawFirstPage(bytes, wide, signal);
};
