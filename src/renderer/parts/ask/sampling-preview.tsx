import { Check, ChevronRight, TriangleAlert } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { formatSize, plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { utf8Size } from '../../ui/utf8-size.ts';
import type { WrittenReply } from './use-written.ts';

interface ReplyPreviewProps {
  readonly written: WrittenReply;
  readonly problems: readonly string[];
  /** Opens it, as when something was found wrong by sending. */
  readonly open: boolean;
}

/** Longer texts are shown by their beginning. */
const SHOWN = 20_000;

/** The result object as the server gets it, and whether it is a valid one (SAMP-10). */
export function ReplyPreview({ written, problems, open }: ReplyPreviewProps) {
  const [shown, setShown] = useState(open);
  useEffect(() => {
    if (open) setShown(true);
  }, [open]);
  const { json, content } = written;
  // Over the wire it goes without the spaces of this view.
  const size = useMemo(() => utf8Size(content ? JSON.stringify(content) : json), [json, content]);
  const valid = problems.length === 0;
  return (
    <details className="codebox ask-preview" open={shown} onToggle={(event) => setShown(event.currentTarget.open)}>
      <summary className="h">
        <Icon icon={ChevronRight} size="s" />
        <span className="b5">What the server will receive</span>
        <span className="t3 tn">{formatSize(size)}</span>
        <span className="sp" />
        <span className={valid ? 'row c-ok fs11' : 'row c-wait fs11'}>
          <Icon icon={valid ? Check : TriangleAlert} size="s" />
          {valid ? 'Valid' : plural(problems.length, 'problem')}
        </span>
      </summary>
      {!valid && (
        <ul className="ask-problems fs12">
          {problems.map((problem) => (
            <li key={problem}>{problem}</li>
          ))}
        </ul>
      )}
      <pre className="code mono">{json.length > SHOWN ? `${json.slice(0, SHOWN)}\n…` : json}</pre>
    </details>
  );
}
