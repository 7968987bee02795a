import { useState } from 'react';
import { formatDuration } from '../../../ui/format.ts';
import { Segmented } from '../../../ui/segmented.tsx';
import { type LatencyBar, latencyBars, latencyStats } from './latency-stats.ts';

type Shape = 'bars' | 'table';

const SHAPES = [
  { value: 'bars', label: 'Bars' },
  { value: 'table', label: 'Table' },
] as const;
const WIDTH = 640;
const HEIGHT = 120;
const FOOT = 16;

const words = ({ from, to, open }: LatencyBar): string =>
  open ? `${formatDuration(from)} and more` : `${formatDuration(from)} to ${formatDuration(to)}`;

/** How often each latency came, with the figures that sum it up. */
export function LatencyFigure({ values }: { readonly values: readonly number[] }) {
  const [shape, setShape] = useState<Shape>('bars');
  const stats = latencyStats(values);
  const bars = latencyBars(values);
  const figures: [string, number | undefined][] = [
    ['Median', stats?.median],
    ['p95', stats?.p95],
    ['Min', stats?.min],
    ['Max', stats?.max],
  ];
  return (
    <section className="codebox lat" aria-label="Latency">
      <div className="h">
        <dl className="lat-figures">
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt className="t2 fs11">{name}</dt>
              <dd className="b6 tn">{value === undefined ? '–' : formatDuration(value)}</dd>
            </div>
          ))}
        </dl>
        <span className="sp" />
        <Segmented label="Latency as" options={SHAPES} value={shape} onChange={setShape} />
      </div>
      {shape === 'bars' ? <Bars bars={bars} /> : <Counts bars={bars} />}
    </section>
  );
}

function Bars({ bars }: { readonly bars: readonly LatencyBar[] }) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const step = WIDTH / Math.max(1, bars.length);
  const first = bars[0];
  const last = bars.at(-1);
  const highest = bars.find(({ count }) => count === most);
  const label =
    first && last && highest
      ? `Latency of answers from ${formatDuration(first.from)} to ${formatDuration(last.to)}; most, ${most}, took ${words(highest)}`
      : 'No answer yet';
  return (
    <svg className="lat-bars" viewBox={`0 0 ${WIDTH} ${HEIGHT + FOOT}`} role="img" aria-label={label}>
      <title>{label}</title>
      {bars.map((bar, index) => {
        const height = bar.count === 0 ? 0 : Math.max(2, (bar.count / most) * (HEIGHT - 14));
        return (
          <g key={bar.from}>
            <rect
              x={index * step + 1}
              y={HEIGHT - height}
              width={Math.max(1, step - 2)}
              height={height}
              className={bar.open ? 'open' : undefined}
            >
              <title>{`${bar.count} took ${words(bar)}`}</title>
            </rect>
          </g>
        );
      })}
      <line x1={0} x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
      {first && last && (
        <>
          <text x={0} y={HEIGHT + 12}>
            {formatDuration(first.from)}
          </text>
          <text x={WIDTH} y={HEIGHT + 12} textAnchor="end">
            {last.open ? `${formatDuration(last.from)} and more` : formatDuration(last.to)}
          </text>
          <text x={0} y={10}>
            {most}
          </text>
        </>
      )}
    </svg>
  );
}

function Counts({ bars }: { readonly bars: readonly LatencyBar[] }) {
  return (
    <table className="lat-table fs12">
      <thead>
        <tr>
          <th scope="col">Took</th>
          <th scope="col">Answers</th>
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.from}>
            <td>{words(bar)}</td>
            <td className="tn">{bar.count}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
