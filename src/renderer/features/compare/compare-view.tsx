import { GitCompare } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import type { Comparison } from '#shared/compare.ts';
import type { Compared } from '../../store/page.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { plural } from '../../ui/format.ts';
import { TabPanel } from '../../ui/tab-panel.tsx';
import { useFocusOnOpen } from '../../ui/use-focus-on-open.ts';
import { CompareHeader, type Form, ID_BASE } from './compare-header.tsx';
import { CompareHeads } from './compare-heads.tsx';
import { InlineLines, SideLines } from './compare-lines.tsx';
import { compareTitle, differenceWords, equalWords } from './compare-words.ts';
import { DifferenceList } from './difference-list.tsx';
import { inlineRows } from './inline-rows.ts';
import { useCompareKeys } from './use-compare-keys.ts';
import { useComparison } from './use-comparison.ts';

/** Which difference and which line are chosen; both start over with another comparison. */
interface Chosen {
  of: Comparison | undefined;
  difference?: number | undefined;
  line?: number | undefined;
}

interface LinesProps {
  comparison: Comparison;
  form: Form;
  line: number | undefined;
  onLine: (line: number) => void;
}

function Lines({ comparison, form, line, onLine }: LinesProps) {
  const { a, b, lines, linesLeft } = comparison;
  const inline = useMemo(() => (form === 'inline' ? inlineRows(lines) : undefined), [form, lines]);
  const head = useMemo(() => <CompareHeads a={a} b={b} inline={form === 'inline'} />, [a, b, form]);
  return (
    <>
      {inline ? (
        <div className="cmp-one">
          {head}
          <InlineLines
            lines={inline.rows}
            active={line === undefined ? undefined : inline.placeOf[line]}
            onActive={(place) => onLine(inline.placeOf.findLastIndex((one) => one <= place))}
          />
        </div>
      ) : (
        <SideLines lines={lines} head={head} active={line} onActive={onLine} />
      )}
      {linesLeft > 0 && <p className="cmp-more fs12 t3">{plural(linesLeft, 'more line')} are not shown.</p>}
    </>
  );
}

/** S32. Two results, lists, definitions or sessions side by side, with what differs between them. */
export function CompareView({ compared, serverId }: { compared: Compared; serverId: string }) {
  const { page } = useWirebench();
  const { announce } = useFeedback();
  const { comparison, error, busy, setPart, ignore, setIgnore } = useComparison(compared, serverId);
  const [form, setForm] = useState<Form>('side');
  const [state, setState] = useState<Chosen>({ of: undefined });
  const chosen: Chosen = state.of === comparison ? state : { of: comparison };
  const view = useFocusOnOpen();
  const said = comparison && !busy ? comparison : undefined;
  useEffect(() => {
    if (said) announce(said.total === 0 ? equalWords(said) : plural(said.total, 'difference'));
  }, [said, announce]);
  const close = () => page.getState().closeCompare();
  const differences = comparison?.differences ?? [];
  const choose = (difference: number) =>
    setState({ of: comparison, difference, line: differences[difference]?.line ?? chosen.line });
  const step = (by: 1 | -1) => {
    const { length } = differences;
    if (length === 0) return;
    const from = chosen.difference ?? (by > 0 ? -1 : 0);
    const next = (from + by + length) % length;
    const difference = differences[next];
    if (difference) announce(differenceWords(difference, next, comparison?.total ?? length));
    choose(next);
  };
  useCompareKeys(view.ref, { onStep: step, onClose: close });
  const title = compareTitle(compared.a, compared.b);
  const part = comparison?.part;
  return (
    <main className="ws cmp" aria-label={title} aria-busy={busy} {...view}>
      <CompareHeader {...{ title, comparison, part, form, onPart: setPart, onForm: setForm, onClose: close }} />
      {error !== undefined && (
        <div role="alert" className="cmp-err">
          <EmptyState icon={GitCompare} title="These two cannot be compared">
            <p>{error}</p>
          </EmptyState>
        </div>
      )}
      {error === undefined && comparison && part && (
        <>
          <TabPanel idBase={ID_BASE} id={part} className="cmp-b">
            <Lines
              {...{ comparison, form, line: chosen.line }}
              onLine={(line) => setState({ ...chosen, of: comparison, line })}
            />
          </TabPanel>
          <DifferenceList
            {...{ comparison, ignore, onIgnore: setIgnore, onStep: step, onActive: choose }}
            active={chosen.difference}
          />
        </>
      )}
      {error === undefined && !comparison && <div className="busy" aria-hidden="true" />}
    </main>
  );
}
