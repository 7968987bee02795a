import { useState } from 'react';
import type { Detection } from '#shared/candidates.ts';
import type { FoundServers } from '../../parts/found-clients.tsx';
import { type Detected, useDetection } from '../../parts/use-detection.ts';
import type { Review } from '../../store/page.ts';

export type SourceTab = 'json' | 'command' | 'url' | 'file';

/** What to repair when the text cannot be read. */
export const SOURCE_WORD: Readonly<Record<SourceTab, string>> = {
  json: 'JSON',
  command: 'command',
  url: 'address',
  file: 'file',
};

/** Which tab a text belongs to at first sight; the host decides what it really is. */
export function tabOfText(text: string): Exclude<SourceTab, 'file'> {
  const clean = text.trim();
  if (clean === '' || /^[[{"]|^\/[/*]|^```/.test(clean) || /^[\w-]+:\s*$/m.test(clean)) return 'json';
  return /^[a-z][\w+.-]*:\S+$/i.test(clean) ? 'url' : 'command';
}

export interface SourceFile {
  name: string;
  found: Detection;
  text?: string;
  /** Not a config of a client on this computer. */
  foreign: boolean;
}

/** Where the servers under review come from: a text in one of the tabs, or a file. */
export interface Source {
  tab: SourceTab;
  text: string;
  /** The text of the tab JSON, also while another is shown. */
  json: string;
  found: Detected;
  isLink: boolean;
  /** From a link, or a file that is no config of a client on this computer. */
  foreign: boolean;
  file: SourceFile | undefined;
  /** Line of the JSON that should be looked at; the number grows with each wish. */
  reveal: { line: number; at: number } | undefined;
  setTab(tab: SourceTab): void;
  setText(text: string): void;
  /** Shows this text in the tab JSON. */
  writeJson(text: string): void;
  setFile(file: SourceFile): void;
  /** Shows the text in the tab JSON with its line of the entry of that name, if it has one. */
  goTo(name: string): void;
}

/** The line (from 1) on which an entry of that name begins, in JSON, TOML or YAML; undefined when none does. */
export function lineOfEntry(text: string, name: string): number | undefined {
  const json = `${JSON.stringify(name)}`;
  const lines = text.split('\n');
  const at = lines.findIndex((line) => {
    const clean = line.trim();
    if (clean.startsWith(`${name}:`) || clean.endsWith(`.${name}]`) || clean.endsWith(`.${json}]`)) return true;
    const from = line.indexOf(json);
    return from >= 0 && /^\s*:/.test(line.slice(from + json.length));
  });
  return at < 0 ? undefined : at + 1;
}

/** The names in `review.source` that are no file. */
const OWN_SOURCES = ['paste', 'new', 'link', 'client'];

function isFile({ source }: Review): boolean {
  return !OWN_SOURCES.includes(source);
}

/** A config of another client on this computer, by the name of its file. */
export function fileOfClient(found: FoundServers): SourceFile {
  const path = found.candidates.find(({ origin }) => origin?.file !== undefined)?.origin?.file;
  const { text } = found;
  return { name: path ?? found.title, found, foreign: false, ...(text === undefined ? {} : { text }) };
}

function startOf(review: Review): Pick<Source, 'tab' | 'file'> & { texts: Record<string, string> } {
  const { text = '', found, source } = review;
  const tab = tabOfText(text);
  if (found === undefined) return { tab, file: undefined, texts: { [tab]: text } };
  if (!isFile(review) && found.kind === 'servers') return { tab: 'file', file: fileOfClient(found), texts: {} };
  return { tab: 'file', file: { name: source, found, text, foreign: true }, texts: {} };
}

export function useSource(review: Review): Source {
  const [start] = useState(() => startOf(review));
  const [tab, setTab] = useState(start.tab);
  const [texts, setTexts] = useState(start.texts);
  const [file, setFile] = useState(start.file);
  const [reveal, setReveal] = useState<Source['reveal']>();
  const text = tab === 'file' ? '' : (texts[tab] ?? '');
  const found = useDetection(text, tab === 'file' ? (file?.found ?? NOTHING) : undefined);
  // A link is a link also when it was pasted as a text.
  const isLink = review.source === 'link' || found.lastGood?.form === 'link';
  const writeJson = (json: string) => {
    setTexts((old) => ({ ...old, json }));
    setTab('json');
  };
  return {
    tab,
    text,
    json: texts.json ?? '',
    found,
    isLink,
    foreign: isLink || (file?.foreign ?? false),
    file,
    reveal,
    setTab,
    setText: (next) => setTexts((old) => ({ ...old, [tab]: next })),
    writeJson,
    setFile: (next) => {
      setFile(next);
      setTab('file');
    },
    goTo: (name) => {
      const whole = tab === 'file' ? (file?.text ?? '') : text;
      if (tab !== 'json') writeJson(whole);
      setReveal((old) => ({ line: lineOfEntry(whole, name) ?? 1, at: (old?.at ?? 0) + 1 }));
    },
  };
}

const NOTHING: Detection = { kind: 'empty' };
