import { Activity, ChevronDown, GitCompare, Square } from 'lucide-react';
import type { Operation } from '#shared/entities.ts';
import type { Exchange } from '#shared/exchange.ts';
import { waitedWords } from '../../parts/ask/ask-words.ts';
import { useCallWaits } from '../../parts/ask/use-call-waits.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { formatDuration, formatSize, formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useNow } from '../../ui/use-now.ts';
import { isOver, runWords, tookMs } from './run-words.ts';

export interface ResultHeaderProps {
  readonly run: Operation;
  readonly runs: readonly Operation[];
  readonly exchanges: readonly Exchange[];
  readonly onChoose: (id: string) => void;
  readonly onStop: (id: string) => void;
  readonly onTraffic: () => void;
  /** Undefined when there is no earlier run to compare with. */
  readonly onCompare: (() => void) | undefined;
}

const TICK_MS = 100;
const MENU_RUNS = 50;

/** How the run stands: state, time, size, id; the other runs; Stop. */
export function ResultHeader({ run, runs, exchanges, onChoose, onStop, onTraffic, onCompare }: ResultHeaderProps) {
  const over = isOver(run);
  const { since } = useCallWaits(run.id);
  const now = useNow(over ? undefined : since === undefined ? TICK_MS : 1000);
  const { icon, kind, word } = runWords(run);
  const id = exchanges.find(({ origin }) => origin === 'client')?.rpcId;
  const facts = [
    since === undefined ? formatDuration(tookMs(run, now)) : waitedWords(now - since),
    run.resultBytes === undefined ? undefined : formatSize(run.resultBytes),
    id === undefined ? undefined : `id ${JSON.stringify(id).slice(0, 40)}`,
  ].filter((fact) => fact !== undefined);
  const spins = run.status === 'running' || run.status === 'polling';
  return (
    <div className="pane-h tall result-h">
      <span className={`c-${kind}`}>
        <Icon icon={icon} className={cx(spins && 'spin')} />
      </span>
      <h2>{word}</h2>
      <span className="fs12 t2 tn el result-f">{facts.join(', ')}</span>
      <span className="row result-a">
        {!over && (
          <Button size="sm" icon={Square} keys={['mod', '.']} onClick={() => onStop(run.id)}>
            {run.status === 'waiting' ? 'Stop the call' : 'Stop'}
          </Button>
        )}
        {runs.length > 1 && (
          <Menu
            trigger={
              <Button size="sm" variant="quiet" iconAfter={ChevronDown}>
                Run {runs.indexOf(run) + 1} of {runs.length}
              </Button>
            }
            items={runs.slice(-MENU_RUNS).map((one) => ({
              id: one.id,
              label: `Run ${runs.indexOf(one) + 1}, ${formatTime(one.startedAt).slice(0, 8)}`,
              note: runWords(one).word,
              checked: one.id === run.id,
              onSelect: () => onChoose(one.id),
            }))}
          />
        )}
        {onCompare && (
          <Button
            size="sm"
            variant="quiet"
            icon={GitCompare}
            aria-label="Compare with the last run"
            onClick={onCompare}
          >
            Compare
          </Button>
        )}
        <IconButton size="sm" icon={Activity} label="Show in Traffic" onClick={onTraffic} />
      </span>
    </div>
  );
}
