import type { CompareHead } from '#shared/compare.ts';
import { Chip } from '../../ui/chip.tsx';
import { cx } from '../../ui/cx.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration } from '../../ui/format.ts';
import { headFacts, tookWords } from './compare-words.ts';

// A row of the grid below it, which cannot be a real table.
const ROW = { role: 'row', 'aria-rowindex': 1 };
const HEADER = { role: 'columnheader' };

interface HeadProps {
  letter: 'A' | 'B';
  head: CompareHead;
  other: CompareHead;
  took: { text: string; kind?: 'ok' | 'wait' } | undefined;
}

function Head({ letter, head, other, took }: HeadProps) {
  return (
    <>
      <Chip square>{letter}</Chip>
      <span className="b6 nw">
        <ForeignText text={head.title} limit={60} inert />
      </span>
      <span className="fs12 t3 tn el">
        <ForeignText text={headFacts(head, other)} limit={200} inert />
      </span>
      <span className="sp" />
      {took && <span className={cx('fs12 tn nw', took.kind && `c-${took.kind}`)}>{took.text}</span>}
    </>
  );
}

/** What A and B are: run, time, id, size, how long it took. Inline they head no columns: they stand above both. */
export function CompareHeads({ a, b, inline }: { a: CompareHead; b: CompareHead; inline: boolean }) {
  const tookA = a.tookUs === undefined ? undefined : { text: formatDuration(a.tookUs / 1000) };
  const header = inline ? {} : HEADER;
  return (
    <div {...(inline ? {} : ROW)} className="cmp-h two">
      <div {...header} className="row">
        <Head letter="A" head={a} other={b} took={tookA} />
      </div>
      <div {...header} className="row">
        <Head letter="B" head={b} other={a} took={tookWords(b, a)} />
      </div>
    </div>
  );
}
