import type { LineRow } from '#shared/exchange.ts';
import { Button } from '../../ui/button.tsx';
import { formatIso } from '../../ui/format.ts';
import { useCopy } from '../../ui/use-copy.ts';
import { placeWords } from './place-words.ts';
import { type Stray, type StrayWords, strayWords } from './stray-words.ts';

export interface WireNoiseProps {
  readonly row: LineRow;
  readonly serverName: string;
  readonly stray: Stray;
  /** Leaves only lines like this one in the view. */
  readonly onShowAll: () => void;
}

/** What to paste into the server's issue tracker. */
function reportText(row: LineRow, serverName: string, { title, why, todo }: StrayWords): string {
  const at = formatIso(row.t / 1000);
  return [
    `${title}.`,
    '',
    `Server: ${serverName}, message ${row.seq}, ${placeWords(row)}, received ${at}`,
    '',
    '```',
    row.text,
    '```',
    '',
    `${why} To do: ${todo}`,
  ].join('\n');
}

/** Why a line that is no message matters, and what its author can do. */
export function WireNoise({ row, serverName, stray, onShowAll }: WireNoiseProps) {
  const words = strayWords(stray);
  const copyText = useCopy();
  const copy = () => copyText(reportText(row, serverName, words));
  return (
    <section className="wire-noise" aria-label="What this line means">
      <p className="b6">{words.title}</p>
      <p className="fs12 t2">{words.why}</p>
      <p className="fs12">
        <span className="b5">What to do:</span> <span className="t2">{words.todo}</span>
      </p>
      {stray.dir === 'in' && (
        <div className="row">
          <Button size="sm" onClick={copy}>
            Copy for a bug report
          </Button>
          {row.k === 'noise' && (
            <Button size="sm" variant="quiet" onClick={onShowAll}>
              Show all like this
            </Button>
          )}
        </div>
      )}
    </section>
  );
}
