import { foldSame, lineDiff } from '#shared/line-diff.ts';

const MARK = { same: ' ', out: '-', in: '+' } as const;

/** What changed between two texts, line by line, as `diff -u` shows it; empty when nothing did. */
export function shownDiff(before: string, after: string): string[] {
  const lines = lineDiff(plainEnds(before), plainEnds(after));
  if (lines.every(({ kind }) => kind === 'same')) return [];
  return foldSame(lines).map((line) => (line.kind === 'fold' ? '  …' : `${MARK[line.kind]} ${line.text}`));
}

/** Line ends of Windows, and one at the end of the file, are no difference a person could see. */
function plainEnds(text: string): string {
  return text.replace(/\r?\n$/, '').replaceAll('\r\n', '\n');
}
