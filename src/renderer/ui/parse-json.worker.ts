import { readForCopy } from '#shared/exact-json.ts';

/** Collects the pieces of a JSON text, parses it on `undefined`, and posts what it found. */
const parts: string[] = [];

self.onmessage = ({ data }: MessageEvent<string | undefined>) => {
  if (data !== undefined) {
    parts.push(data);
    return;
  }
  try {
    self.postMessage({ read: readForCopy(parts.join('')) });
  } catch (error) {
    self.postMessage({ error: String(error) });
  }
};
