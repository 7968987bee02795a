import { AudioLines, Volume2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { formatDuration, formatSize } from '../../ui/format.ts';
import { BlockFrame } from './block-frame.tsx';
import { CALM_BYTES, type MediaBlockProps } from './image-block.tsx';
import { readMedia } from './media-data.ts';
import { BrokenData, MediaNotes } from './media-notes.tsx';
import { SaveMedia } from './save-media.tsx';
import { Waveform } from './waveform.tsx';

/** Sound with a player; it never starts by itself. Its waveform is drawn after a click. */
export function AudioBlock({ data, mimeType, block, title = 'audio', fileName = 'audio' }: MediaBlockProps) {
  const media = useMemo(() => readMedia(data, mimeType, 'audio'), [data, mimeType]);
  const [seconds, setSeconds] = useState<number>();
  const [broken, setBroken] = useState(false);
  const [wanted, setWanted] = useState(false);
  const [wave, setWave] = useState(false);
  const { url, base64 } = media;
  const length = seconds !== undefined && Number.isFinite(seconds) ? formatDuration(seconds * 1000) : undefined;
  const calm = media.bytes > CALM_BYTES && !wanted;
  const shown = url !== undefined && base64 !== undefined && !broken;
  return (
    <BlockFrame
      icon={Volume2}
      title={title}
      facts={[length, media.mime.slice(0, 60), media.bytes > 0 ? formatSize(media.bytes) : undefined]}
      block={block}
      actions={base64 !== undefined && <SaveMedia base64={base64} mime={media.mime} name={fileName} />}
    >
      <MediaNotes notes={media.notes} />
      {!shown && (
        <BrokenData
          problem={media.problem ?? 'The sound could not be read. Its data is damaged or cut off.'}
          data={data}
        />
      )}
      {shown && calm && (
        <div className="block-b">
          <Button size="sm" onClick={() => setWanted(true)}>
            Load {formatSize(media.bytes)}
          </Button>
        </div>
      )}
      {shown && !calm && (
        <div className="block-b stack">
          {/* biome-ignore lint/a11y/useMediaCaption: a server's sound comes without captions */}
          <audio
            controls
            preload="metadata"
            src={url}
            aria-label="Sound sent by the server"
            onLoadedMetadata={(event) => setSeconds(event.currentTarget.duration)}
            onError={() => setBroken(true)}
          />
          {wave ? (
            <Waveform base64={base64} />
          ) : (
            <div>
              <Button size="sm" variant="quiet" icon={AudioLines} onClick={() => setWave(true)}>
                Draw the waveform
              </Button>
            </div>
          )}
        </div>
      )}
    </BlockFrame>
  );
}
