import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import type { ReadProgress } from '#shared/traffic.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { formatSize } from '../../ui/format.ts';

/** How often the host is asked how far it is, milliseconds. */
const ASK_MS = 400;

/** How far the host is with the opening of a log; undefined while it says nothing of it. */
function useOpening(sessionId: string): ReadProgress | undefined {
  const { link } = useWirebench();
  const [shown, setShown] = useState<{ of: string; progress: ReadProgress | undefined }>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let here = true;
    const ask = () => {
      link
        .client()
        ['session.opening']({ sessionId })
        .then(({ progress }) => here && setShown({ of: sessionId, progress }))
        // What went wrong is told by the call that opens it.
        .catch(() => undefined)
        .finally(() => {
          if (here) timer = setTimeout(ask, ASK_MS);
        });
    };
    timer = setTimeout(ask, ASK_MS);
    return () => {
      here = false;
      clearTimeout(timer);
    };
  }, [link, sessionId]);
  return shown?.of === sessionId ? shown.progress : undefined;
}

/** How far it is, in words: `Reading 412,000 of 1,000,000 records`. */
export function openingWords({ unit, read, of }: ReadProgress): string {
  const number = (value: number) => value.toLocaleString('en-US');
  if (unit === 'bytes') return `Looking for records in ${formatSize(of)}, ${formatSize(read)} done`;
  return `Reading ${number(read)} of ${number(of)} records`;
}

/** In the place of a log that has to be read before it can be shown: how far that is, and the way back. */
export function OpeningLog({ sessionId, back }: { readonly sessionId: string; readonly back: ReactNode }) {
  const progress = useOpening(sessionId);
  if (!progress) return <div className="busy" aria-hidden="true" />;
  return (
    <section className="opening-log" aria-label="Opening the session">
      <p className="b6">The log of this session is read once before it is shown</p>
      <progress aria-label="Read" max={progress.of} value={progress.read} />
      <p className="fs12 t2 tn">{openingWords(progress)}</p>
      <p className="fs12 t3">
        Its last run did not get to writing the index. You can leave: the reading goes on, and next time the log opens
        at once.
      </p>
      <p>{back}</p>
    </section>
  );
}
