import { readFileSync } from 'node:fs';
import { ROW_SCHEMAS } from './s08.ts';

/** One input schema of the corpus. */
export interface CorpusSchema {
  /** Unique in the corpus. */
  readonly name: string;
  /** JSON text of the schema. */
  readonly schema: string;
}

interface Recorded {
  readonly server: string;
  readonly tools: readonly { readonly name: string; readonly inputSchema?: unknown }[];
}

/** What servers answered to `tools/list`, written down once: see README.md of this folder. */
function recorded(file: string): CorpusSchema[] {
  const servers = JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')) as Recorded[]; // files of this folder
  return servers.flatMap(({ server, tools }) =>
    tools.map(({ name, inputSchema }) => ({ name: `${server}/${name}`, schema: JSON.stringify(inputSchema ?? {}) })),
  );
}

/** Every row of S08, the schema cases of tests/cases, and the tools of published servers. */
export function corpus(): CorpusSchema[] {
  return [...ROW_SCHEMAS, ...recorded('cases.json'), ...recorded('real-servers.json')];
}

/** As written, but without the words that no control depends on; two tools alike in this get the same form. */
export function shapeOf(schema: string): string {
  const plain = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(plain);
    if (typeof value !== 'object' || value === null) return value;
    const kept = Object.entries(value).filter(([key, item]) => !WORDS.has(key) || typeof item !== 'string');
    return Object.fromEntries(kept.map(([key, item]) => [key, plain(item)]));
  };
  return JSON.stringify(plain(JSON.parse(schema)));
}

const WORDS = new Set(['description', 'title', '$schema', '$comment']);
