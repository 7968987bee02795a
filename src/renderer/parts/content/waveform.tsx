import { useEffect, useState } from 'react';
import { bytesOf } from './save-media.tsx';

const BARS = 160;
const HEIGHT = 40;
const STEP = 4;
/** Samples looked at for one bar: enough for its loudest. */
const LOOKED_AT = 2000;

/** The loudest sample of each of `bars` stretches, from 0 to 1. */
export function peaksOf(samples: Float32Array, bars: number): number[] {
  const stretch = samples.length / bars;
  return Array.from({ length: bars }, (_, bar) => {
    const from = Math.floor(bar * stretch);
    const to = Math.max(from + 1, Math.floor((bar + 1) * stretch));
    const step = Math.max(1, Math.floor((to - from) / LOOKED_AT));
    let peak = 0;
    for (let at = from; at < to && at < samples.length; at += step) peak = Math.max(peak, Math.abs(samples[at] ?? 0));
    return Math.min(1, peak);
  });
}

async function decode(base64: string): Promise<number[]> {
  // One channel at a low rate is enough for a picture, and takes the least memory.
  const context = new OfflineAudioContext(1, 1, 8000);
  const sound = await context.decodeAudioData(bytesOf(base64).buffer);
  return peaksOf(sound.getChannelData(0), BARS);
}

/** How loud a sound is from its beginning to its end. */
export function Waveform({ base64 }: { readonly base64: string }) {
  const [peaks, setPeaks] = useState<readonly number[] | 'failed'>();
  useEffect(() => {
    let shown = true;
    decode(base64).then(
      (found) => shown && setPeaks(found),
      () => shown && setPeaks('failed'),
    );
    return () => {
      shown = false;
    };
  }, [base64]);
  if (peaks === undefined) return <p className="t3 fs12">Reading the sound</p>;
  if (peaks === 'failed')
    return <p className="t3 fs12">The waveform could not be drawn: the sound cannot be decoded.</p>;
  return (
    <svg
      className="waveform"
      role="img"
      aria-label="Waveform"
      viewBox={`0 0 ${BARS * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
    >
      {peaks.map((peak, bar) => {
        const height = Math.max(1, peak * HEIGHT);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          <rect key={bar} x={bar * STEP} y={(HEIGHT - height) / 2} width={STEP - 1} height={height} />
        );
      })}
    </svg>
  );
}
