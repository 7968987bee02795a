import type { EarlierRun, SavedExample } from '#shared/earlier.ts';
import type { EarlierFile, EntryKey, ToolEntry } from '../store/earlier.ts';

/** Runs of a tool that are kept, examples of a tool, and characters of all earlier runs of a server together. */
const MOST = { runs: 50, examples: 100, chars: 4_000_000 };

const isSame = (one: EntryKey, other: EntryKey) => one.tool === other.tool && one.of === other.of;

/** What is kept of a tool or prompt. */
export function entryOf({ tools }: EarlierFile, key: EntryKey): ToolEntry {
  return tools.find((one) => isSame(one, key)) ?? { ...key, runs: [], examples: [] };
}

/** With this tool first, or without it when nothing of it is left. */
function withEntry(file: EarlierFile, entry: ToolEntry): EarlierFile {
  const others = file.tools.filter((one) => !isSame(one, entry));
  const empty = entry.runs.length === 0 && entry.examples.length === 0;
  return { ...file, tools: empty ? others : [entry, ...others] };
}

/** Runs with arguments alike are one entry, that of the newest: a list of the same says nothing. */
export function withRun(file: EarlierFile, key: EntryKey, run: EarlierRun): EarlierFile {
  const entry = entryOf(file, key);
  const others = entry.runs.filter(({ id, text }) => id !== run.id && text !== run.text);
  const runs = [run, ...others].sort((a, b) => b.at - a.at).slice(0, MOST.runs);
  return withEntry(file, { ...entry, runs });
}

/** An example of the same name is replaced. */
export function withExample(file: EarlierFile, key: EntryKey, example: SavedExample): EarlierFile {
  const entry = entryOf(file, key);
  const others = entry.examples.filter(({ name }) => name !== example.name);
  return withEntry(file, { ...entry, examples: [example, ...others].slice(0, MOST.examples) });
}

/** Without one entry of a tool, or without all its earlier runs. */
export function without(file: EarlierFile, key: EntryKey, id: string | undefined): EarlierFile {
  const entry = entryOf(file, key);
  const runs = id === undefined ? [] : entry.runs.filter((one) => one.id !== id);
  return withEntry(file, { ...entry, runs, examples: entry.examples.filter((one) => one.id !== id) });
}

/** Forgets the earlier runs of the tools that were run longest ago, where all of them are too large. */
export function bounded(file: EarlierFile): EarlierFile {
  let left = MOST.chars;
  const tools = file.tools.map((entry) => {
    const runs = entry.runs.filter(({ text }) => {
      left -= text.length;
      return left >= 0;
    });
    return { ...entry, runs };
  });
  return { ...file, tools: tools.filter(({ runs, examples }) => runs.length + examples.length > 0) };
}
