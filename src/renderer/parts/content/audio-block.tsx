import { Volume2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { formatDuration, formatSize } from '../../ui/format.ts';
import { BlockFrame } from './block-frame.tsx';
import type { MediaBlockProps } from './image-block.tsx';
import { readMedia } from './media-data.ts';
import { BrokenData, MediaNotes } from './media-notes.tsx';

/** Sound with a player; it never starts by itself. */
export function AudioBlock({ data, mimeType, block, title = 'audio' }: MediaBlockProps) {
  const media = useMemo(() => readMedia(data, mimeType, 'audio'), [data, mimeType]);
  const [seconds, setSeconds] = useState<number>();
  const [broken, setBroken] = useState(false);
  const length = seconds !== undefined && Number.isFinite(seconds) ? formatDuration(seconds * 1000) : undefined;
  return (
    <BlockFrame
      icon={Volume2}
      title={title}
      facts={[length, media.mime.slice(0, 60), media.bytes > 0 ? formatSize(media.bytes) : undefined]}
      block={block}
    >
      <MediaNotes notes={media.notes} />
      {media.url === undefined || broken ? (
        <BrokenData
          problem={media.problem ?? 'The sound could not be read. Its data is damaged or cut off.'}
          data={data}
        />
      ) : (
        <div className="block-b">
          {/* biome-ignore lint/a11y/useMediaCaption: a server's sound comes without captions */}
          <audio
            controls
            preload="metadata"
            src={media.url}
            aria-label="Sound sent by the server"
            onLoadedMetadata={(event) => setSeconds(event.currentTarget.duration)}
            onError={() => setBroken(true)}
          />
        </div>
      )}
    </BlockFrame>
  );
}
