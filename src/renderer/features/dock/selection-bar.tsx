import { ArrowRightLeft, Copy } from 'lucide-react';
import { messageOf } from '#shared/errors.ts';
import type { LineRow } from '#shared/exchange.ts';
import { hasEscapes } from '../../parts/ansi-segments.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import type { LineSelection } from './use-line-selection.ts';

const BAR_PX = 32;
const WIDTH_PX = 300;
/** Largest line that is fetched whole for copying, bytes. */
const MOST_BYTES = 4_194_304;

export interface SelectionBarProps {
  readonly sessionId: string;
  readonly selection: LineSelection;
  /** The selected lines, whole, with those folded among them; asked for when they are copied. */
  readonly lines: () => LineRow[];
  /** Shows the moment of a record in Traffic; undefined where there is none to show it in. */
  readonly onMoment: ((seq: number) => void) | undefined;
  readonly onDone: () => void;
}

/** What can be done with selected text of a log. */
export function SelectionBar({ sessionId, selection, lines, onMoment, onDone }: SelectionBarProps) {
  const { link } = useWirebench();
  const { announce, toast } = useFeedback();
  const whole = (row: LineRow): string | Promise<string> =>
    row.cut
      ? link
          .client()
          ['log.body']({ sessionId, seq: row.seq, bytes: MOST_BYTES })
          .then((body) => body.text)
      : row.text;
  const copy = (text: Promise<string>) => {
    text
      .then((known) => navigator.clipboard.writeText(known))
      .then(
        () => announce('Copied'),
        (error: unknown) => toast(`Not copied. ${messageOf(error)}`),
      );
  };
  const chosen = lines();
  const [first] = chosen;
  const above = selection.top >= BAR_PX;
  return (
    <div
      className="dock-sel"
      role="toolbar"
      aria-label="Selected text"
      style={{
        top: above ? selection.top - BAR_PX : selection.bottom + 2,
        left: `clamp(4px, ${selection.left}px, max(4px, 100% - ${WIDTH_PX}px))`,
      }}
      // A press must not take the selection away before the click is there.
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <Button size="sm" variant="quiet" icon={Copy} onClick={() => copy(Promise.resolve(selection.text))}>
        Copy
      </Button>
      {chosen.some((row) => row.cut || hasEscapes(row.text)) && (
        <Button
          size="sm"
          variant="quiet"
          title="The whole lines as they were received, with their control sequences"
          onClick={() => copy(Promise.all(chosen.map(whole)).then((texts) => texts.join('\n')))}
        >
          Copy raw lines
        </Button>
      )}
      {onMoment && first && (
        <Button
          size="sm"
          variant="quiet"
          icon={ArrowRightLeft}
          onClick={() => {
            onDone();
            onMoment(first.seq);
          }}
        >
          Find in traffic
        </Button>
      )}
    </div>
  );
}
