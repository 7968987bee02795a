import { afterCopy, parseWritten } from '#shared/exact-json.ts';
import type { WrittenJson } from '#shared/written-json.ts';
import { ownWorkers } from './own-workers.ts';
import workerUrl from './parse-json.worker.ts?worker&url';

let start: ((url: string) => Worker) | undefined;

/** Waits for what the worker found; its own failure is told like that of the text. */
function answerOf(worker: Worker): Promise<unknown> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<{ read: WrittenJson } | { error: string }>) => {
      if ('read' in data) resolve(afterCopy(data.read));
      else reject(new SyntaxError(data.error));
    };
    worker.onerror = (event) => reject(new Error(event.message));
  });
}

/**
 * Parses a large JSON text that comes in pieces beside the page, which answers meanwhile, as `parseWritten` does. Without workers, as in tests,
 * it is parsed in place. Rejects where it is no JSON.
 */
export async function parseJsonParts(parts: AsyncIterable<string>): Promise<unknown> {
  if (typeof Worker === 'undefined') {
    const all: string[] = [];
    for await (const part of parts) all.push(part);
    return parseWritten(all.join(''));
  }
  start ??= ownWorkers('wirebench-parse-worker', [workerUrl]);
  const worker = start(workerUrl);
  try {
    const answer = answerOf(worker);
    for await (const part of parts) worker.postMessage(part);
    worker.postMessage(undefined);
    return await answer;
  } finally {
    worker.terminate();
  }
}
