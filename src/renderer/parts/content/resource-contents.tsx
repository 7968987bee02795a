import { FileBox } from 'lucide-react';
import { useMemo, useState } from 'react';
import { isObject, textAt } from '#shared/json.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatSize, plural } from '../../ui/format.ts';
import { HexView } from '../hex-view.tsx';
import { AudioBlock } from './audio-block.tsx';
import { BlockFrame } from './block-frame.tsx';
import { ImageBlock } from './image-block.tsx';
import { cleanBase64, sniffMime } from './media-data.ts';
import { BrokenData, MediaNotes } from './media-notes.tsx';
import { OpenOutside } from './open-outside.tsx';
import { PdfPage } from './pdf/pdf-page.tsx';
import { pdfFacts } from './pdf-facts.ts';
import { RawBlock } from './raw-block.tsx';
import { fileNameOf, SaveMedia } from './save-media.tsx';
import { TextBlock } from './text-block.tsx';

export interface ResourceContentsProps {
  /** One entry of `contents`, or the `resource` of an embedded block. */
  readonly contents: unknown;
  /** Word before the address, for example `resource`. */
  readonly title?: string | undefined;
  /** What annotations and `_meta` are taken from; the contents themselves unless given. */
  readonly block?: unknown;
  /** Shows another resource of this server in its tab. */
  readonly onOpenResource?: ((uri: string) => void) | undefined;
}

/** Markup and data formats that read better in mono. */
const PROSE = /^text\/(?:plain|markdown)\b/;

/** `%PDF-` in base64, as far as its letters are of these bytes alone. */
const PDF_START = btoa('%PDF-').slice(0, 6);

/** Height of the view of bytes at most; it scrolls. */
const MAX_HEX_PX = 420;

function kindOfBlob(mime: string | undefined, blob: string): 'image' | 'audio' | 'pdf' | undefined {
  const clean = cleanBase64(blob.slice(0, 64));
  const found = (clean && sniffMime(atob(clean.text))) ?? mime ?? '';
  if (found === 'application/pdf') return 'pdf';
  return found.startsWith('image/') ? 'image' : found.startsWith('audio/') ? 'audio' : undefined;
}

/** What a resource holds: text, an image, sound, a PDF, or bytes. HTML and SVG text are shown as source. */
export function ResourceContents(props: ResourceContentsProps) {
  const { contents, title = 'contents', block = contents, onOpenResource } = props;
  const uri = textAt(contents, 'uri');
  const mime = textAt(contents, 'mimeType');
  const text = textAt(contents, 'text');
  const blob = textAt(contents, 'blob');
  if (!isObject(contents) || (text === undefined && blob === undefined)) {
    return <RawBlock title={title} why="It has neither text nor bytes." value={contents} />;
  }
  const head = (
    <>
      {title}{' '}
      <span className="mono t2">
        <ForeignText text={uri ?? 'without an address'} limit={300} inert />
      </span>
    </>
  );
  if (text !== undefined) {
    const mono = mime !== undefined && !PROSE.test(mime);
    return <TextBlock {...{ text, block, mono, mime, onOpenResource }} title={head} facts={[mime?.slice(0, 60)]} />;
  }
  const kind = kindOfBlob(mime, blob ?? '');
  const media = { data: blob, mimeType: mime, block, title: uri?.slice(0, 300), fileName: fileNameOf(uri ?? '') };
  if (kind === 'image') return <ImageBlock {...media} />;
  if (kind === 'audio') return <AudioBlock {...media} />;
  const clean = cleanBase64(blob ?? '');
  const bytes = clean ? atob(clean.text).length : 0;
  return (
    <BlockFrame
      icon={FileBox}
      title={head}
      facts={[mime?.slice(0, 60), formatSize(bytes)]}
      block={block}
      actions={
        clean && (
          <>
            {kind === 'pdf' && clean.text.startsWith(PDF_START) && (
              <OpenOutside base64={clean.text} name={media.fileName} />
            )}
            <SaveMedia base64={clean.text} mime={mime ?? 'application/octet-stream'} name={media.fileName} />
          </>
        )
      }
    >
      {clean && bytes > 0 ? (
        <>
          <MediaNotes notes={clean.notes} />
          {kind === 'pdf' ? <PdfContents base64={clean.text} bytes={bytes} /> : <HexBytes base64={clean.text} />}
        </>
      ) : (
        <BrokenData problem={clean ? 'The data is empty.' : 'The data is not base64.'} data={blob} />
      )}
    </BlockFrame>
  );
}

/** A PDF: what is known of it, its first page, and its bytes folded. */
function PdfContents({ base64, bytes }: { readonly base64: string; readonly bytes: number }) {
  const { version, pages, encrypted } = useMemo(() => pdfFacts(atob(base64)), [base64]);
  const [shown, setShown] = useState(version === undefined);
  const facts = [
    version === undefined ? 'No PDF, although it says so' : `PDF ${version}`,
    pages === undefined ? 'its number of pages is packed' : plural(pages, 'page'),
    encrypted && 'encrypted',
  ];
  return (
    <>
      <p className="block-b fs12">{facts.filter(Boolean).join(', ')}</p>
      {version !== undefined && <PdfPage base64={base64} bytes={bytes} />}
      <details className="block-meta fs11" open={shown} onToggle={(event) => setShown(event.currentTarget.open)}>
        <summary className="t3">Its bytes</summary>
        {shown && <HexBytes base64={base64} />}
      </details>
    </>
  );
}

/** All bytes in hexadecimal, with their letters; only those in sight are drawn. */
function HexBytes({ base64 }: { readonly base64: string }) {
  const bytes = useMemo(() => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0)), [base64]);
  return (
    <div className="block-bytes" style={{ height: Math.min(MAX_HEX_PX, Math.ceil(bytes.length / 16) * 18 + 8) }}>
      <HexView label="Bytes" bytes={bytes} />
    </div>
  );
}
