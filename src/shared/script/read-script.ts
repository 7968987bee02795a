import type { Document, LineCounter } from 'yaml';
import type { z } from 'zod';
import { HostError, messageOf } from '../errors.ts';
import { RunScript } from './run-script.ts';

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** Characters of a script. */
const MOST_CHARS = 10_000_000;
/** Depth of what is written in brackets, and on one line without: a reader of YAML takes ever longer for each more. */
const MOST_DEPTH = 500;
const STACKED = /(?:[-?:][ \t]){100}/;

function nestsTooDeep(text: string): boolean {
  let depth = 0;
  for (const char of text) {
    if (char === '[' || char === '{') depth += 1;
    else if (char === ']' || char === '}') depth = Math.max(0, depth - 1);
    if (depth > MOST_DEPTH) return true;
  }
  return STACKED.test(text);
}

/** The mistake that says most: of a choice between several forms, the one that was followed furthest. */
function deepest(issue: Issue): { path: Path; message: string } {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue;
  const inner = issue.errors.flatMap((list) => list.map(deepest));
  const found = inner.toSorted((a, b) => b.path.length - a.path.length)[0];
  return found && found.path.length > 0 ? { ...found, path: [...issue.path, ...found.path] } : issue;
}

/** The line of the deepest part of a path that is written down, from 1. */
function lineOf(document: Document, lines: LineCounter, path: Path): number | undefined {
  for (let length = path.length; length >= 0; length -= 1) {
    const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
    if (typeof node !== 'object' || node === null || !('range' in node) || !Array.isArray(node.range)) continue;
    return lines.linePos(node.range[0]).line;
  }
  return undefined;
}

/**
 * Reads a script from YAML or JSON, which is YAML too. Throws HostError BAD_INPUT with the line and the place of the
 * first mistake; `name` is how the file is called in it.
 */
export async function readScript(text: string, name: string): Promise<RunScript> {
  // Loaded here, so that what needs no script starts without it.
  const { LineCounter, parseDocument } = await import('yaml');
  const lines = new LineCounter();
  const unreadable = (why: string) => new HostError('BAD_INPUT', `"${name}" is neither YAML nor JSON: ${why}`);
  if (text.length > MOST_CHARS)
    throw new HostError('BAD_INPUT', `"${name}" is too large for a run script: it may have 10 million characters.`);
  if (nestsTooDeep(text)) throw unreadable('it nests too deep.');
  let document: Document;
  let value: unknown;
  try {
    document = parseDocument(text, { lineCounter: lines });
    const [broken] = document.errors;
    if (broken) throw broken;
    value = document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw unreadable(error instanceof RangeError ? 'it nests too deep.' : messageOf(error));
  }
  const parsed = RunScript.safeParse(value);
  if (parsed.success) return parsed.data;
  const [first] = parsed.error.issues;
  const { path, message } = first ? deepest(first) : { path: [], message: 'it is not valid' };
  const line = lineOf(document, lines, path);
  const place = [line === undefined ? '' : `line ${line}`, path.map(String).join('.') || 'the file'];
  throw new HostError('BAD_INPUT', `"${name}" is not a run script. At ${place.filter(Boolean).join(', ')}: ${message}`);
}

/** A script as the YAML of a file. */
export async function writeScript(script: object): Promise<string> {
  const { stringify } = await import('yaml');
  return stringify(script, { lineWidth: 100 });
}
