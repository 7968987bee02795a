import { ArrowUpDown, ChevronDown, ChevronUp, CircleCheck, type LucideIcon, Minus, Pencil, Plus } from 'lucide-react';
import { useMemo } from 'react';
import type { Comparison, Difference } from '#shared/compare.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { escapeUnseen } from '../../ui/json-text.ts';
import { CHANGE_WORDS, equalWords, matchedWords } from './compare-words.ts';
import { IgnorePaths } from './ignore-paths.tsx';

const ROW_PX = 28;
const HEAD_PX = 26;
/** Rows seen without scrolling. */
const SEEN = 6;

const MARKS: Readonly<Record<Difference['change'], { icon: LucideIcon; color: string }>> = {
  changed: { icon: Pencil, color: 'c-wait' },
  added: { icon: Plus, color: 'c-ok' },
  removed: { icon: Minus, color: 'c-err' },
  moved: { icon: ArrowUpDown, color: 'c-wait' },
};

function Value({ text, quiet }: { text: string | undefined; quiet?: boolean }) {
  return <span className={cx('mono el', quiet && 't2')}>{text === undefined ? 'not there' : escapeUnseen(text)}</span>;
}

const COLUMNS = [
  {
    id: 'change',
    header: 'Change',
    headerHidden: true,
    width: 36,
    render: ({ change }: Difference) => (
      <span className={MARKS[change].color}>
        <Icon icon={MARKS[change].icon} size="s" label={CHANGE_WORDS[change]} />
      </span>
    ),
  },
  {
    id: 'path',
    header: 'Path',
    width: 'minmax(160px, 340px)',
    render: ({ path }: Difference) => (
      <span className="mono el">
        <ForeignText text={path === '' ? 'everything' : path} limit={1000} inert />
      </span>
    ),
  },
  { id: 'a', header: 'A', width: 'minmax(80px, 1fr)', render: ({ a }: Difference) => <Value text={a} quiet /> },
  { id: 'b', header: 'B', width: 'minmax(80px, 1fr)', render: ({ b }: Difference) => <Value text={b} /> },
];

export interface DifferenceListProps {
  comparison: Comparison;
  active: number | undefined;
  onActive: (index: number) => void;
  onStep: (by: 1 | -1) => void;
  ignore: readonly string[];
  onIgnore: (paths: readonly string[]) => void;
}

function Heading({ comparison }: { comparison: Comparison }) {
  const { total, ignored, differences } = comparison;
  if (total === 0) {
    return (
      <p className="row b5" role="status">
        <span className="c-ok">
          <Icon icon={CircleCheck} />
        </span>
        <span>{equalWords(comparison)}</span>
      </p>
    );
  }
  const notes = [
    matchedWords(comparison),
    ignored > 0 ? `${ignored.toLocaleString('en-US')} ignored` : undefined,
    total > differences.length ? `the first ${differences.length.toLocaleString('en-US')} are listed` : undefined,
  ];
  return (
    <>
      <h2>{plural(total, 'difference')}</h2>
      <span className="fs12 t3 el">{notes.filter((note) => note !== undefined).join(', ')}</span>
    </>
  );
}

/** Each difference with its path and both values, and the way from one to the next. */
export function DifferenceList(props: DifferenceListProps) {
  const { comparison, active, onActive, onStep, ignore, onIgnore } = props;
  const { differences } = comparison;
  const rows = useMemo(
    () => ({ count: differences.length, version: 0, getRow: (at: number) => differences[at] }),
    [differences],
  );
  const chosen = active === undefined ? undefined : differences[active]?.path;
  return (
    <section className="cmp-d" aria-label="Differences">
      <div className="row cmp-d-h">
        <Heading comparison={comparison} />
        <span className="sp" />
        <IgnorePaths paths={ignore} chosen={chosen ?? differences[0]?.path} onPaths={onIgnore} />
        <Button size="sm" variant="quiet" disabled={rows.count === 0} onClick={() => onStep(-1)}>
          <Icon icon={ChevronUp} size="s" />
          Previous
        </Button>
        <Button size="sm" variant="quiet" keys={['F7']} disabled={rows.count === 0} onClick={() => onStep(1)}>
          Next
          <Icon icon={ChevronDown} size="s" />
        </Button>
      </div>
      {rows.count > 0 && (
        <div className="cmp-d-l" style={{ height: HEAD_PX + ROW_PX * Math.min(rows.count, SEEN) }}>
          <DataTable label="Differences" columns={COLUMNS} rowHeight={ROW_PX} {...{ rows, active, onActive }} />
        </div>
      )}
    </section>
  );
}
