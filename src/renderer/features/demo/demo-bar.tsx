import { CirclePlay, NotebookText, SkipBack, Timer } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';

export interface DemoBarProps {
  readonly title: string;
  readonly page: number;
  readonly pages: number;
  readonly auto: boolean;
  /** Who answers what is asked on this page; empty where nothing is. */
  readonly who: string;
  /** What is on the stage can be answered by the script now. */
  readonly canFill: boolean;
  readonly canNext: boolean;
  readonly over: boolean;
  readonly onPrevious: () => void;
  readonly onFill: () => void;
  readonly onNext: () => void;
  readonly onAuto: () => void;
  readonly onNotes: () => void;
  readonly onExit: () => void;
}

/** The presenter's controls. */
export function DemoBar(props: DemoBarProps) {
  const { title, page, pages, auto, over } = props;
  return (
    <section className="demo-bar" aria-label="Presenter controls">
      <div className="row">
        <span className="b5 el">
          <ForeignText text={title} limit={60} inert />
        </span>
        <span className="t3 tn demo-step">
          Step {page + 1} of {pages}
        </span>
      </div>
      <div className="row">
        <IconButton icon={SkipBack} label="Previous step" keys={['left']} onClick={props.onPrevious} />
        <Button icon={CirclePlay} disabled={!props.canFill} onClick={props.onFill}>
          Fill and send for me
        </Button>
        <Button
          variant="pri"
          keys={over ? undefined : ['Space']}
          disabled={!props.canNext}
          data-demo-next=""
          onClick={props.onNext}
        >
          {over ? 'The end' : 'Next step'}
        </Button>
      </div>
      <div className="row demo-end">
        <span className="demo-dots" aria-hidden="true">
          {Array.from({ length: Math.min(pages, 20) }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: one dot for each page
            <i key={place} className={cx(place <= page && 'on', place === page && 'now')} />
          ))}
        </span>
        <span className="t3 demo-who">{props.who}</span>
        <IconButton
          icon={Timer}
          label={auto ? 'Stop going on by itself' : 'Go on by itself'}
          keys={['A']}
          aria-pressed={auto}
          onClick={props.onAuto}
        />
        <IconButton icon={NotebookText} label="Notes in a window of their own" keys={['N']} onClick={props.onNotes} />
        <Button variant="quiet" keys={['esc']} onClick={props.onExit}>
          Exit
        </Button>
      </div>
    </section>
  );
}
