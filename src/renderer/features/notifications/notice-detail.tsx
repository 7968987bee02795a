import { Copy, X } from 'lucide-react';
import type { Exchange, TrafficRow } from '#shared/exchange.ts';
import { useCopyMenu } from '../../parts/copy-as/use-copy-menu.ts';
import { PayloadView } from '../../parts/payload-view.tsx';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { useInspectorFocus } from '../../parts/use-inspector-focus.ts';
import { useLoad } from '../../store/wirebench.tsx';
import { Chip } from '../../ui/chip.tsx';
import { CodeBox } from '../../ui/code-box.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatSize, formatTime } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { KeyValue } from '../../ui/key-value.tsx';
import { Menu } from '../../ui/menu.tsx';
import { belongsTo, noticeLevel, noticeSource } from './notice-facts.ts';

export interface NoticeDetailProps {
  readonly sessionId: string;
  readonly row: TrafficRow;
  /** What carries the messages of this server: `stdout` or `HTTP`. */
  readonly channel: string;
  /** Opens the traffic row it belongs to. */
  readonly onParent: (row: number) => void;
  readonly onClose: () => void;
  /** Grows when the focus shall move in here. */
  readonly focusCount: number;
}

function ownerText({ method, name, rpcId }: Exchange): string {
  return `${[method, name].filter(Boolean).join(' ').slice(0, 120)}, id ${rpcId}`;
}

/** One notification with its whole message. */
export function NoticeDetail({ sessionId, row, channel, onParent, onClose, focusCount }: NoticeDetailProps) {
  const level = noticeLevel(row);
  const { parent } = row;
  const copyItems = useCopyMenu({ sessionId, requestSeq: row.seq, received: row.dir === 'in' });
  const { exchangeId } = row;
  const loaded = useLoad(exchangeId && `${sessionId}/${exchangeId}`, (host) =>
    host['exchange.get']({ sessionId, exchangeId: exchangeId ?? '' }),
  );
  const found = loaded.value?.exchange.id === exchangeId ? loaded.value?.exchange : undefined;
  const owner = found ? ownerText(found) : (belongsTo(row) ?? 'nothing it names');
  return (
    <aside
      className="pane inspector"
      aria-label="Notification"
      tabIndex={-1}
      ref={useInspectorFocus(focusCount)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="pane-h tall">
        <Chip kind={level.kind} square>
          <ForeignText text={level.text} limit={16} inert />
        </Chip>
        <h2 className="mono el">
          <ForeignText text={noticeSource(row)} limit={128} inert />
        </h2>
        <span className="sp" />
        <Menu trigger={<IconButton size="sm" icon={Copy} label="Copy as" />} items={copyItems} />
        <IconButton size="sm" icon={X} label="Close notification" onClick={onClose} />
      </div>
      <ScrollPane label="Facts and message">
        <KeyValue
          items={[
            { label: row.dir === 'in' ? 'Received' : 'Sent', value: formatTime(row.t / 1000) },
            {
              label: 'Belongs to',
              value:
                parent === undefined ? (
                  <ForeignText text={owner} inert />
                ) : (
                  <button type="button" className="textbtn" onClick={() => onParent(parent)}>
                    <ForeignText text={owner} inert />
                  </button>
                ),
            },
            { label: 'Arrived on', value: `${channel}, message ${row.seq}, ${formatSize(row.bytes)}` },
          ]}
        />
        <CodeBox>
          <PayloadView sessionId={sessionId} seq={row.seq} label="Message" as="tree" />
        </CodeBox>
      </ScrollPane>
    </aside>
  );
}
