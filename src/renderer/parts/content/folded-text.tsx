import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { portionOf } from '../payload-text.tsx';

const FIRST_LINES = 40;
const FIRST_CHARS = 4_000;

/** The first 40 lines or 4,000 characters, whichever is shorter. */
export function firstLines(text: string): string {
  let end = -1;
  for (let line = 0; line < FIRST_LINES; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) break;
  }
  return text.slice(0, Math.min(end < 0 ? text.length : end, FIRST_CHARS));
}

/** Text with line breaks; a long one unfolds a portion at a time. */
export function FoldedText({ text, mono }: { readonly text: string; readonly mono?: boolean | undefined }) {
  const [steps, setSteps] = useState(0);
  const shown = steps === 0 ? firstLines(text) : portionOf(text, steps);
  const left = text.length - shown.length;
  if (text === '') return <p className="block-b t3">The text is empty.</p>;
  return (
    <div className="block-b">
      <ForeignText className={mono ? 'mono' : undefined} text={shown} limit={Number.MAX_SAFE_INTEGER} lines />
      {left > 0 && (
        <p className="row payload-more">
          <Button size="sm" onClick={() => setSteps(steps + 1)}>
            Show more
          </Button>
          <span className="fs11 t3 tn">{left.toLocaleString('en-US')} characters left</span>
        </p>
      )}
    </div>
  );
}
