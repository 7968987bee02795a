interface Bar {
  x: number;
  y: number;
  width: number;
  kind: string;
}

const OUT = 11;
const BACK = 25;
const BARS: readonly Bar[] = [
  { x: 110, y: OUT, width: 54, kind: 'req' },
  { x: 232, y: BACK, width: 118, kind: 'res' },
  { x: 378, y: BACK, width: 30, kind: 'srv' },
  { x: 424, y: OUT, width: 40, kind: 'req' },
  { x: 488, y: BACK, width: 2.5, kind: 'ntf' },
  { x: 500, y: BACK, width: 2.5, kind: 'ntf' },
  { x: 512, y: BACK, width: 2.5, kind: 'ntf' },
  { x: 540, y: BACK, width: 74, kind: 'ok' },
];

/** Decoration: a wire between you and a server, with sample messages in their colours. */
export function WireDrawing() {
  return (
    <svg viewBox="0 0 720 44" className="wire" aria-hidden="true">
      <path d="M64 15H656M64 29H656" fill="none" stroke="var(--line)" strokeWidth="1.5" />
      <g fill="var(--bg-canvas)" stroke="var(--line-control)" strokeWidth="1.5">
        <rect x="1" y="7" width="62" height="30" rx="5" />
        <rect x="657" y="7" width="62" height="30" rx="5" />
      </g>
      <g fontSize="11" fill="var(--fg-2)" textAnchor="middle">
        <text x="32" y="26">
          you
        </text>
        <text x="688" y="26">
          server
        </text>
      </g>
      {BARS.map((bar) => (
        <rect
          key={bar.x}
          x={bar.x}
          y={bar.y}
          width={bar.width}
          height="8"
          rx={bar.width > 10 ? 2 : 0}
          fill={`var(--k-${bar.kind}-bar)`}
        />
      ))}
    </svg>
  );
}
