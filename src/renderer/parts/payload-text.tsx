import { useState } from 'react';
import { Button } from '../ui/button.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatSize } from '../ui/format.ts';
import type { RecordBody } from './use-record-body.ts';

const STEP_LINES = 200;
const STEP_CHARS = 20_000;

/** The first `steps` portions of a text: 200 lines or 20,000 characters each, whichever is shorter. */
export function portionOf(text: string, steps: number): string {
  let end = -1;
  for (let line = 0; line < steps * STEP_LINES; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) break;
  }
  return text.slice(0, Math.min(end < 0 ? text.length : end, steps * STEP_CHARS));
}

/** The exact text of a payload, wrapped; a long one a portion at a time. */
export function PayloadText({ body, label }: { readonly body: RecordBody; readonly label: string }) {
  const [steps, setSteps] = useState(1);
  const shown = portionOf(body.text, steps);
  const more = shown.length < body.text.length || body.more;
  const show = () => {
    if (portionOf(body.text, steps + 1).length === body.text.length) body.next();
    setSteps(steps + 1);
  };
  return (
    <section className="payload-text" aria-label={label}>
      {body.base64 && <p className="fs11 t3">These bytes are not UTF-8 text. They are shown as base64.</p>}
      <ForeignText className="mono" text={shown} limit={Number.MAX_SAFE_INTEGER} lines />
      {more && (
        <p className="row payload-more">
          <Button size="sm" onClick={show} disabled={body.loading}>
            Show more
          </Button>
          <span className="fs11 t3 tn">
            {shown.length.toLocaleString('en-US')} characters of {formatSize(body.bytes ?? 0)} shown
          </span>
        </p>
      )}
    </section>
  );
}
