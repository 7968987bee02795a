import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { ansiSegments } from '../ansi-segments.ts';
import { portionOf } from '../payload-text.tsx';

const FIRST_LINES = 40;
const FIRST_CHARS = 10_000;

/** The first 40 lines or 10,000 characters, whichever is shorter. */
export function firstLines(text: string): string {
  let end = -1;
  for (let line = 0; line < FIRST_LINES; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) break;
  }
  return text.slice(0, Math.min(end < 0 ? text.length : end, FIRST_CHARS));
}

export interface FoldedTextProps {
  readonly text: string;
  readonly mono?: boolean | undefined;
  /** In the colours its terminal codes ask for; otherwise the codes are named like other hidden characters. */
  readonly colours?: boolean | undefined;
}

function Coloured({ text, className }: { readonly text: string; readonly className: string | undefined }) {
  return (
    <div className={className}>
      {ansiSegments(text).map((segment, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
        <span key={place} className={segment.className}>
          <ForeignText text={segment.text} limit={Number.MAX_SAFE_INTEGER} lines />
        </span>
      ))}
    </div>
  );
}

/** Text with line breaks; a long one unfolds a portion at a time. */
export function FoldedText({ text, mono, colours }: FoldedTextProps) {
  const [steps, setSteps] = useState(0);
  const shown = steps === 0 ? firstLines(text) : portionOf(text, steps);
  const left = text.length - shown.length;
  const rest = portionOf(text, steps + 1).length === text.length;
  const className = mono ? 'mono' : undefined;
  if (text === '') return <p className="block-b t3">The text is empty.</p>;
  return (
    <div className="block-b">
      {colours ? (
        <Coloured text={shown} className={className} />
      ) : (
        <ForeignText className={className} text={shown} limit={Number.MAX_SAFE_INTEGER} lines />
      )}
      {left > 0 && (
        <p className="row payload-more">
          <Button size="sm" onClick={() => setSteps(steps + 1)}>
            {rest ? 'Show the rest' : 'Show more'}
          </Button>
          <span className="fs11 t3 tn">{left.toLocaleString('en-US')} characters left</span>
        </p>
      )}
    </div>
  );
}
