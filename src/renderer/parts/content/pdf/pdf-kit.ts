import { getDocument, type PDFDocumentLoadingTask, PDFWorker } from 'pdfjs-dist';
import workerUrl from 'pdfjs-dist/build/pdf.worker.mjs?worker&url';
import { ownWorkers } from '../../../ui/own-workers.ts';

/** The first page of a PDF. */
export interface DrawnPage {
  /** PNG. */
  readonly image: Blob;
  readonly pages: number;
}

/** Px of the picture at most; a page may say any size. */
const MOST_WIDE = 1600;
const MOST_AREA = 4_000_000;
/** Pixels of an image inside of the page; larger ones are left out. */
const MOST_IMAGE = 16_000_000;
const LIMIT_MS = 15_000;

let start: ((url: string) => Worker) | undefined;

function startWorker(): Worker {
  // A policy of one name may be made once.
  start ??= ownWorkers('wirebench-pdf-worker', [workerUrl]);
  return start(workerUrl);
}

/** A page is drawn as wide as the view, finer on a fine screen, and never larger than the limits. */
function scaleOf(page: { width: number; height: number }, wide: number): number {
  const wanted = Math.min(wide * window.devicePixelRatio, MOST_WIDE) / page.width;
  const most = Math.sqrt(MOST_AREA / (page.width * page.height));
  return Math.min(wanted, most);
}

async function draw(task: PDFDocumentLoadingTask, wide: number): Promise<DrawnPage> {
  const file = await task.promise;
  const page = await file.getPage(1);
  const viewport = page.getViewport({ scale: scaleOf(page.getViewport({ scale: 1 }), wide) });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  await page.render({ canvas, viewport, background: 'white' }).promise;
  const image = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'));
  if (!image) throw new Error('The picture of the page could not be made.');
  return { image, pages: file.numPages };
}

/**
 * The first page as a picture, `wide` px wide on a common screen. The file is read in a worker of its own, which is ended
 * afterwards; nothing in it runs, and nothing is fetched for it. Rejects where it cannot be read, after 15 s, and when the signal
 * fires, which ends the worker.
 */
export async function drawFirstPage(
  bytes: Uint8Array<ArrayBuffer>,
  wide: number,
  signal: AbortSignal,
): Promise<DrawnPage> {
  const port = startWorker();
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    data: bytes,
    worker,
    isEvalSupported: false,
    enableXfa: false,
    useWasm: false,
    maxImageSize: MOST_IMAGE,
    disableAutoFetch: true,
    disableRange: true,
    disableStream: true,
    verbosity: 0,
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('It took longer than 15 seconds.')), LIMIT_MS);
  });
  // A password is asked for otherwise, and nothing comes.
  const locked = new Promise<never>((_, fail) => {
    task.onPassword = () => fail(new Error('It is protected by a password.'));
  });
  const left = new Promise<never>((_, fail) => {
    signal.addEventListener('abort', () => fail(signal.reason), { once: true });
  });
  try {
    return await Promise.race([draw(task, wide), late, locked, left]);
  } finally {
    clearTimeout(timer);
    // The worker goes first: a task that hangs would wait for its answer.
    port.terminate();
    void task.destroy().catch(() => undefined);
    worker.destroy();
  }
}
