import { ArrowDown } from 'lucide-react';
import { useEffect, useId } from 'react';
import { cx } from './cx.ts';
import { Icon } from './icon.tsx';
import { useNewRows } from './use-new-rows.ts';
import { useRevealActive } from './use-reveal-active.ts';
import { useRowAttributes } from './use-row-attributes.ts';
import { useRowBase } from './use-row-base.ts';
import { useRowKeys } from './use-row-keys.ts';
import { useStable } from './use-stable.ts';
import { useVirtualScroll } from './use-virtual-scroll.ts';
import type { VirtualListProps } from './virtual-list-props.ts';
import { VirtualRow } from './virtual-row.tsx';

const newText = (count: number): string => `${count.toLocaleString('en-US')} new`;

/** Any number of rows of one height; only those in view are in the document. */
export function VirtualList<T>(props: VirtualListProps<T>) {
  const { label, role, rows, rowHeight, active, onActive, onRange, head } = props;
  const headHeight = head === undefined ? 0 : (props.headHeight ?? 26);
  const id = useId();
  const { follow, onFollow, natural, startAt } = props;
  const scroll = useVirtualScroll({ count: rows.count, rowHeight, headHeight, natural, follow, onFollow, startAt });
  const { top, viewHeight, scale, reveal } = scroll;
  const first = Math.floor(top);
  const last = Math.min(rows.count, Math.ceil(top + viewHeight / rowHeight)) - 1;
  const { opened = 0 } = props;
  const unseen = useNewRows({ count: rows.count - opened, of: props.of }, last - opened, follow);
  const base = useRowBase(first, last);

  useEffect(() => {
    onRange?.(first, last);
  }, [onRange, first, last]);
  const inView = active !== undefined && active >= first && active <= last;
  const show = useStable((index: number) => {
    reveal(index);
    if (natural) document.getElementById(`${id}-${index}`)?.scrollIntoView?.({ block: 'nearest' });
  });
  useRevealActive({ active, activeKey: props.activeKey, inView, viewHeight, placed: startAt !== undefined }, show);

  const isGrid = role === 'treegrid' || role === 'grid';
  const attributes = useRowAttributes(props, headHeight > 0);
  const onKeyDown = useRowKeys(props, scroll);
  const { onMark } = props;
  const onPick = useStable((index: number, mod: boolean) => (mod && onMark ? onMark(index) : onActive?.(index)));
  const onOpen = useStable(props.onOpen);
  const indexes = Array.from({ length: Math.max(0, last - first + 1) }, (_, offset) => first + offset);
  return (
    <div className={cx('vl', natural && 'natural', props.className)}>
      <div
        ref={scroll.scroller}
        className="vl-scroll"
        {...{ role, tabIndex: 0, 'aria-label': label, onKeyDown, onScroll: scroll.onScroll }}
        {...(role === 'log' ? { 'aria-live': 'off' as const } : {})}
        {...(isGrid ? { 'aria-rowcount': rows.count + (headHeight > 0 ? 1 : 0) } : {})}
        {...(inView && onActive ? { 'aria-activedescendant': `${id}-${active}` } : {})}
      >
        <div style={{ height: scale.spacer + headHeight, minWidth: props.minWidth }}>
          <div className="vl-view" style={{ height: viewHeight + headHeight }}>
            {head}
            <div className="vl-clip" style={{ height: viewHeight }}>
              <div style={{ transform: `translateY(${-(top - first) * rowHeight}px)` }}>
                {indexes.map((index) => (
                  <VirtualRow
                    key={index - base}
                    id={`${id}-${index}`}
                    row={rows.getRow(index)}
                    index={index}
                    height={rowHeight}
                    active={index === active}
                    attributes={attributes}
                    render={props.renderRow}
                    onPick={onPick}
                    onOpen={onOpen}
                  />
                ))}
              </div>
            </div>
          </div>
        </div>
      </div>
      {unseen > 0 && (
        <button type="button" className="vl-new" onClick={() => onFollow?.(true)}>
          <Icon icon={ArrowDown} size="s" />
          {(props.newLabel ?? newText)(unseen)}
        </button>
      )}
    </div>
  );
}
