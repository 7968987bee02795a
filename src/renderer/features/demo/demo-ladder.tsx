import { useEffect, useRef } from 'react';
import { cx } from '../../ui/cx.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import type { LadderRow } from './ladder-rows.ts';
import type { LadderView } from './use-ladder.ts';

/** Two lanes with the messages between them: the newest is marked, those to come are dashed. */
export function DemoLadder({ serverName, view }: { readonly serverName: string; readonly view: LadderView }) {
  const { past, coming, left } = view;
  const rows = useRef<HTMLOListElement>(null);
  const count = past.length + coming.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new message is brought into sight, in a low window too
  useEffect(() => {
    const now = rows.current?.querySelector('[aria-current="step"]');
    now?.scrollIntoView?.({ block: 'nearest' });
  }, [count, past]);
  return (
    <div className="demo-ladder">
      <div className="demo-lanes" aria-hidden="true">
        <span className="demo-lane">
          <b>You</b>
          <span className="t3">this app</span>
        </span>
        <span className="demo-lane">
          <b>
            <ForeignText text={serverName} limit={30} inert />
          </b>
          <span className="t3">server</span>
        </span>
      </div>
      <ol ref={rows} className="demo-rows" aria-label={`Messages between this app and ${serverName}`}>
        {left > 0 && <li className="demo-left t3">{plural(left, 'earlier message')}</li>}
        {past.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added at the end, and one may repeat another
          <Row key={place} row={row} now={place === past.length - 1} />
        ))}
        {coming.map((row, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: as above, the other way round
          <Row key={`coming ${place}`} row={row} coming />
        ))}
      </ol>
    </div>
  );
}

function Row({ row, now, coming }: { readonly row: LadderRow; readonly now?: boolean; readonly coming?: boolean }) {
  const { dir, title, detail, kind } = row;
  return (
    <li
      className={cx('demo-msg', dir, `d-${kind}`, now && 'now', coming && 'coming')}
      aria-current={now ? 'step' : undefined}
    >
      <span className="vh">
        {dir === 'out' ? 'To the server: ' : 'From the server: '}
        {coming && 'still to come: '}
      </span>
      <b className="el">
        <ForeignText text={title} limit={60} inert />
      </b>
      <i className="demo-arrow" aria-hidden="true" />
      <span className="el">{detail !== undefined && <ForeignText text={detail} limit={80} inert />}</span>
    </li>
  );
}
