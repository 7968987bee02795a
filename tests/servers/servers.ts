import { fileURLToPath } from 'node:url';

/** The fixture servers of this folder; the flags of each are in its first lines. */
export type FixtureName =
  | 'lists'
  | 'talkative'
  | 'legacy'
  | 'modern'
  | 'hostile'
  | 'http'
  | 'http-sse-old'
  | 'drift'
  | 'results'
  | 'pdfs'
  | 'tasks';

/** Absolute path of a fixture server, to be run as `node <path> [flags]`. */
export function fixture(name: FixtureName): string {
  return fileURLToPath(new URL(`${name}.mjs`, import.meta.url));
}
