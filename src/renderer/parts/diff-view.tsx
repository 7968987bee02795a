import { type FoldedLine, foldSame, lineDiff } from '#shared/line-diff.ts';
import { ForeignText } from '../ui/foreign-text.tsx';
import { plural } from '../ui/format.ts';

const MARK = { same: ' ', out: '-', in: '+' } as const;
const WORD = { same: '', out: 'Removed: ', in: 'Added: ' } as const;
/** More lines than anyone reads; the numbers above still count all. */
const MAX_LINES = 2000;

function DiffRow({ line }: { line: FoldedLine }) {
  if (line.kind === 'fold') return <div className="diff-fold t3">{plural(line.count, 'line')} as before</div>;
  return (
    <div className={`diff-l diff-${line.kind}`}>
      <span className="diff-m" aria-hidden="true">
        {MARK[line.kind]}
      </span>
      <span>
        <span className="vh">{WORD[line.kind]}</span>
        <ForeignText text={line.text} limit={1000} inert lines />
      </span>
    </div>
  );
}

/** What turns one text into another, line by line; unchanged stretches are folded. */
export function DiffView({ before, after, label }: { before: string; after: string; label: string }) {
  const lines = lineDiff(before, after);
  const count = (kind: string) => lines.filter((line) => line.kind === kind).length;
  const folded = foldSame(lines);
  const shown = folded.slice(0, MAX_LINES);
  return (
    <section className="codebox diff" aria-label={label}>
      <div className="h">
        <span className="b5">{label}</span>
        <span className="sp" />
        <span className="t3">{`${plural(count('in'), 'line')} added, ${count('out')} removed`}</span>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
      <div className="diff-b mono" tabIndex={0}>
        {shown.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines have no identity but their place
          <DiffRow key={index} line={line} />
        ))}
        {folded.length > MAX_LINES && (
          <div className="diff-fold t3">{plural(folded.length - MAX_LINES, 'more line')} not shown</div>
        )}
      </div>
    </section>
  );
}
