import { useEffect, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { useWirebench } from '../../../store/wirebench.tsx';
import { Button } from '../../../ui/button.tsx';
import { ForeignText } from '../../../ui/foreign-text.tsx';
import { formatSize, plural } from '../../../ui/format.ts';
import { bytesOf } from '../save-media.tsx';
import { type DrawPdf, drawPdf } from './pdf-draw.ts';

interface PdfPageProps {
  readonly base64: string;
  readonly bytes: number;
  /** Replaced by tests. */
  readonly draw?: DrawPdf | undefined;
}

/** Larger files are drawn after a click, and still larger ones never; bytes. */
const CALM_BYTES = 5_000_000;
const MOST_BYTES = 50_000_000;
const WIDE_PX = 720;
const ERROR_CHARS = 200;

interface Drawn {
  readonly of: string;
  readonly url?: string;
  readonly pages?: number;
  readonly problem?: string;
}

/** The first page of a PDF as an image. Nothing in it runs, its links cannot be pressed. */
export function PdfPage({ base64, bytes, draw = drawPdf }: PdfPageProps) {
  const [drawn, setDrawn] = useState<Drawn>();
  const [wanted, setWanted] = useState(false);
  const { app } = useWirebench();
  const rest = app.can.openFiles ? 'Open it outside' : 'Save it to a file';
  const starts = bytes <= MOST_BYTES && (bytes <= CALM_BYTES || wanted);
  useEffect(() => {
    if (!starts) return;
    const life = new AbortController();
    draw(bytesOf(base64), WIDE_PX, life.signal).then(
      ({ image, pages }) => {
        if (life.signal.aborted) return;
        const url = URL.createObjectURL(image);
        life.signal.addEventListener('abort', () => URL.revokeObjectURL(url));
        setDrawn({ of: base64, url, pages });
      },
      (error: unknown) => !life.signal.aborted && setDrawn({ of: base64, problem: messageOf(error) }),
    );
    return () => life.abort();
  }, [base64, starts, draw]);
  if (bytes > MOST_BYTES) {
    return (
      <p className="block-b fs12">It is larger than {formatSize(MOST_BYTES)} and is not drawn. Save it to read it.</p>
    );
  }
  if (!starts) {
    return (
      <div className="block-b">
        <Button size="sm" onClick={() => setWanted(true)}>
          Draw the first page
        </Button>
      </div>
    );
  }
  const mine = drawn?.of === base64 ? drawn : undefined;
  if (!mine) return <p className="block-b fs12 t2">Drawing the first page.</p>;
  if (mine.url === undefined) {
    return (
      <p className="block-b fs12" role="status">
        The first page could not be drawn: <ForeignText text={(mine.problem ?? '').slice(0, ERROR_CHARS)} inert />{' '}
        {rest} to read it with another program.
      </p>
    );
  }
  return (
    <>
      <div className="block-image pdf-page">
        <img src={mine.url} alt="First page of the PDF" />
      </div>
      <p className="block-b fs12 t2">
        Page 1 of {plural(mine.pages ?? 1, 'page')}, as an image. {rest} to read the rest.
      </p>
    </>
  );
}
