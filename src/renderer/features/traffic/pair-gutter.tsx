import { type Gutter, LANES } from './wire-pairs.ts';

const HEIGHT = 26;
const WIDTH = 30;
/** The first lane lies next to the message, further ones left of it. */
const FIRST_X = 22;
const STEP_X = 6;
const COLOURS = ['var(--k-req-bar)', 'var(--k-res-bar)', 'var(--k-srv-bar)'];

function pathOf(part: Gutter['lanes'][number], x: number): string {
  const middle = HEIGHT / 2;
  if (part === 'begin') return `M${x} ${middle}H${WIDTH}M${x} ${middle}V${HEIGHT}`;
  if (part === 'join') return `M${x} 0V${HEIGHT}M${x} ${middle}H${WIDTH}`;
  return part === 'end' ? `M${x} 0V${middle}H${WIDTH}` : `M${x} 0V${HEIGHT}`;
}

/** Lines that lead from a request to its answer, through the rows between; further open requests as a number. */
export function PairGutter({ gutter }: { readonly gutter: Gutter }) {
  const lanes = gutter.lanes.slice(0, LANES);
  return (
    <>
      <svg
        className="pairs"
        width={WIDTH}
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        fill="none"
        strokeWidth="1.5"
        aria-hidden="true"
      >
        {lanes.map((part, lane) => {
          const x = FIRST_X - lane * STEP_X;
          // biome-ignore lint/suspicious/noArrayIndexKey: a lane is its place
          return part && <path key={lane} d={pathOf(part, x)} stroke={COLOURS[lane]} />;
        })}
        {gutter.more > 0 && (
          <text x="0" y="16" className="pairs-more">
            {Math.min(gutter.more, 99)}
          </text>
        )}
      </svg>
      {gutter.carries !== undefined && (
        <span className="vh">of the exchange that carries message {gutter.carries}</span>
      )}
      {gutter.answers !== undefined && <span className="vh">answers message {gutter.answers}</span>}
    </>
  );
}
