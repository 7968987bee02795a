/** Lines around a change that are shown as well. */
const CONTEXT = 3;
/** More pairs of lines than this are not compared one by one. */
const MAX_PAIRS = 4_000_000;

type Line = readonly [mark: ' ' | '-' | '+', text: string];

/** What changed between two texts, line by line, as `diff -u` shows it; empty when nothing did. */
export function lineDiff(before: string, after: string): string[] {
  const lines = compared(linesOf(before), linesOf(after));
  const near = lines.map(
    ([mark], at) =>
      mark !== ' ' || lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(([one]) => one !== ' '),
  );
  const shown: string[] = [];
  for (const [at, [mark, text]] of lines.entries()) {
    if (near[at]) shown.push(`${mark} ${text}`);
    else if (near[at - 1] || at === 0) shown.push('  …');
  }
  return lines.some(([mark]) => mark !== ' ') ? shown : [];
}

function linesOf(text: string): string[] {
  if (text === '') return [];
  return text.replace(/\r?\n$/, '').split(/\r?\n/);
}

function compared(before: readonly string[], after: readonly string[]): Line[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < before.length - start && end < after.length - start && before.at(-1 - end) === after.at(-1 - end))
    end += 1;
  const same = (text: string): Line => [' ', text];
  return [
    ...before.slice(0, start).map(same),
    ...middle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(same),
  ];
}

/** The longest lines in common stay, the others go and come. */
function middle(before: readonly string[], after: readonly string[]): Line[] {
  const gone = (text: string): Line => ['-', text];
  const come = (text: string): Line => ['+', text];
  if (before.length * after.length > MAX_PAIRS) return [...before.map(gone), ...after.map(come)];
  const width = after.length + 1;
  const common = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => common[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      common[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length && j < after.length) {
    if (before[i] === after[j]) {
      lines.push([' ', before[i] ?? '']);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) {
      lines.push(gone(before[i] ?? ''));
      i += 1;
    } else {
      lines.push(come(after[j] ?? ''));
      j += 1;
    }
  }
  return [...lines, ...before.slice(i).map(gone), ...after.slice(j).map(come)];
}
