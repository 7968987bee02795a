import { useState } from 'react';
import { cx } from './cx.ts';
import { cutText, foreignSegments } from './foreign-segments.ts';
import { useMasked } from './masking.ts';

export interface ForeignTextStrings {
  readonly showAll: (characters: number) => string;
  readonly showMore: (characters: number) => string;
  readonly showLess: string;
}

export interface ForeignTextProps {
  readonly text: string;
  /** Characters shown before folding: 128 for names, 600 for descriptions (DESIGN 4.3). */
  readonly limit?: number | undefined;
  /** Keeps line breaks. */
  readonly lines?: boolean | undefined;
  /** Cuts at the limit without a button, for rows and other places that are themselves buttons. */
  readonly inert?: boolean | undefined;
  readonly className?: string | undefined;
  readonly strings?: ForeignTextStrings | undefined;
}

/** Characters added by each press once folded text is open, so that one press never draws megabytes. */
const MORE = 20_000;

const STRINGS: ForeignTextStrings = {
  showAll: (characters) => `Show all (${characters.toLocaleString('en-US')} characters)`,
  showMore: (characters) => `Show more (${characters.toLocaleString('en-US')} characters left)`,
  showLess: 'Show less',
};

/** Text in which hidden characters are named. Whoever draws it keeps its direction to itself. */
export function NamedText({ text }: { readonly text: string }) {
  return foreignSegments(text).map((segment, index) =>
    'text' in segment ? (
      segment.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces of one text have no other identity
      <span key={index} className="foreign-ch">
        {segment.name}
      </span>
    ),
  );
}

/** Text a server wrote: always plain, hidden characters named, long text folded, its direction kept to itself. */
export function ForeignText(props: ForeignTextProps) {
  const { limit = 600, lines, inert, className, strings = STRINGS } = props;
  const text = useMasked(props.text);
  const [shown, setShown] = useState(limit);
  const cut = cutText(text, Math.max(limit, shown));
  const left = text.length - cut.length;
  return (
    <bdi className={cx('foreign', lines && 'lines', className)}>
      <NamedText text={cut} />
      {left > 0 && '…'}
      {!inert && left > 0 && (
        <button type="button" className="textbtn" onClick={() => setShown(cut.length + MORE)}>
          {left > MORE ? strings.showMore(left) : strings.showAll(text.length)}
        </button>
      )}
      {!inert && left === 0 && text.length > limit && (
        <button type="button" className="textbtn" onClick={() => setShown(limit)}>
          {strings.showLess}
        </button>
      )}
    </bdi>
  );
}
