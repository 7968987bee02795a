import { ComparePart } from '#shared/compare.ts';
import { align } from './align.ts';
import type { CompareJob, CompareOutcome } from './compare-job.ts';
import { findDifferences } from './differences.ts';
import { jsonPatch } from './json-patch.ts';
import type { JsonValue } from './json-value.ts';
import { sideLines } from './side-lines.ts';
import { type SideParts, sideParts } from './side-parts.ts';

/** The patch is for copying: characters. */
const MOST_PATCH = 1_000_000;
const MOST_ELSEWHERE = 20;
/** What is shown first, of what both sides have. */
const PREFERRED: readonly ComparePart[] = ['structured', 'content', 'list', 'result', 'request', 'message'];

type Compared = Pick<
  Exclude<CompareOutcome, { refused: string }>,
  'lines' | 'linesLeft' | 'differences' | 'total' | 'ignored' | 'matched' | 'patch'
>;

/** Two values side by side: lines, differences without the ignored ones, patch. */
export function compareValues(a: JsonValue, b: JsonValue, ignore: readonly string[]): Compared {
  const aligned = align(a, b);
  const { listed, total, ignored, matched, marks } = findDifferences(aligned, ignore);
  const { lines, left } = sideLines(aligned, marks);
  const patch = jsonPatch(aligned, MOST_PATCH);
  return {
    lines,
    linesLeft: left,
    differences: listed,
    total,
    ignored,
    matched,
    ...(patch === undefined ? {} : { patch }),
  };
}

function elsewhere(a: SideParts, b: SideParts): { elsewhere: string[]; elsewhereTotal: number } {
  if (!a.message || !b.message) return { elsewhere: [], elsewhereTotal: 0 };
  const { listed, total } = findDifferences(align(a.message, b.message), []);
  const places = listed.slice(0, MOST_ELSEWHERE).map(({ path }) => (path === '/id' ? 'id' : path));
  return { elsewhere: places, elsewhereTotal: total };
}

const WORDS: Record<ComparePart, string> = {
  structured: 'structuredContent',
  content: 'content',
  request: 'request',
  result: 'result',
  message: 'message',
  list: 'list',
};

function nothingShared(a: SideParts, b: SideParts): string {
  const has = (parts: SideParts) => ComparePart.options.filter((part) => parts[part]).map((part) => WORDS[part]);
  const [left, right] = [has(a).join(', '), has(b).join(', ')];
  if (left === '' || right === '') {
    const side = left === '' ? (right === '' ? 'Neither side has' : 'A does not have') : 'B does not have';
    return `${side} anything to compare: there is no answer, or no such item in the list.`;
  }
  return `The two have nothing in common to compare. A has: ${left}. B has: ${right}.`;
}

/** Reads two sides and compares the part asked for, or the best one that both have. Refuses in words. */
export function compareSides(job: CompareJob): CompareOutcome {
  let [a, b]: [SideParts, SideParts] = [{}, {}];
  try {
    [a, b] = [sideParts(job.a), sideParts(job.b)];
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { refused: `One side cannot be read: ${error.message}. Its raw text is in Traffic.` };
  }
  const parts = ComparePart.options.filter((part) => a[part] && b[part]);
  const asked = job.part !== undefined && parts.includes(job.part) ? job.part : undefined;
  const part = asked ?? PREFERRED.find((one) => parts.includes(one));
  const [left, right] = part === undefined ? [] : [a[part], b[part]];
  if (part === undefined || !left || !right) return { refused: nothingShared(a, b) };
  const compared = compareValues(left, right, job.ignore);
  const rest = compared.total === 0 && part !== 'message' ? elsewhere(a, b) : { elsewhere: [], elsewhereTotal: 0 };
  return { parts, part, ...compared, ...rest };
}
