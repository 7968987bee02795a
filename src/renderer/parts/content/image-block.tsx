import { Image } from 'lucide-react';
import { useMemo, useState } from 'react';
import { mayHalt } from '#shared/svg-repeats.ts';
import { Button } from '../../ui/button.tsx';
import { formatSize } from '../../ui/format.ts';
import { Segmented } from '../../ui/segmented.tsx';
import { BlockFrame } from './block-frame.tsx';
import { readMedia } from './media-data.ts';
import { BrokenData, MediaNotes } from './media-notes.tsx';
import { bytesOf, SaveMedia } from './save-media.tsx';

export interface MediaBlockProps {
  readonly data: unknown;
  readonly mimeType: unknown;
  readonly block: unknown;
  readonly title?: string | undefined;
  /** Name of the file it is saved as; an ending is added where it has none. */
  readonly fileName?: string | undefined;
}

const SIZES = [
  { value: 'fit', label: 'Fit' },
  { value: 'full', label: '100 %' },
] as const;

/** Larger ones are drawn after a click, bytes. */
export const CALM_BYTES = 5_000_000;

const SVG = 'image/svg+xml';
const ENDLESS =
  'It may repeat its own parts without end, or holds another image that may: drawing it can halt the window.';

const halts = (base64: string): boolean => mayHalt(new TextDecoder().decode(bytesOf(base64)));

/** An image as an image: SVG too, so that nothing in it can run or load. */
export function ImageBlock({ data, mimeType, block, title = 'image', fileName = 'image' }: MediaBlockProps) {
  const media = useMemo(() => readMedia(data, mimeType, 'image'), [data, mimeType]);
  const [drawn, setDrawn] = useState<{ url: string; size?: string; broken?: boolean }>();
  const [wanted, setWanted] = useState(false);
  const [actual, setActual] = useState(false);
  const { url } = media;
  const mine = drawn && drawn.url === url ? drawn : undefined;
  const endless = useMemo(() => media.mime === SVG && media.base64 !== undefined && halts(media.base64), [media]);
  const calm = (media.bytes > CALM_BYTES || endless) && !wanted;
  return (
    <BlockFrame
      icon={Image}
      title={title}
      facts={[mine?.size, media.mime.slice(0, 60), media.bytes > 0 ? formatSize(media.bytes) : undefined]}
      block={block}
      actions={
        <>
          {mine?.size !== undefined && (
            <Segmented
              label="Size"
              options={SIZES}
              value={actual ? 'full' : 'fit'}
              onChange={(to) => setActual(to === 'full')}
            />
          )}
          {media.base64 !== undefined && <SaveMedia base64={media.base64} mime={media.mime} name={fileName} />}
        </>
      }
    >
      <MediaNotes notes={endless ? [...media.notes, ENDLESS] : media.notes} />
      {url === undefined || mine?.broken ? (
        <BrokenData
          problem={media.problem ?? 'The image could not be drawn. Its data is damaged or cut off.'}
          data={data}
        />
      ) : calm ? (
        <div className="block-b">
          <Button size="sm" onClick={() => setWanted(true)}>
            Draw {formatSize(media.bytes)}
          </Button>
        </div>
      ) : (
        <div className="block-image">
          <img
            src={url}
            alt="Sent by the server"
            className={actual ? 'actual' : undefined}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setDrawn({ url, size: `${naturalWidth} × ${naturalHeight}` })
            }
            onError={() => setDrawn({ url, broken: true })}
          />
        </div>
      )}
    </BlockFrame>
  );
}
