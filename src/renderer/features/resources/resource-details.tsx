import { ArrowRightLeft, Bell } from 'lucide-react';
import type { Operation } from '#shared/entities.ts';
import { arrayAt, isFiniteNumber, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { freshWords } from '../../parts/lists/list-freshness.ts';
import { IconNotes } from '../../parts/own-icon.tsx';
import { iconRefOf } from '../../store/catalog-items.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { KeyValue, type KeyValueItem } from '../../ui/key-value.tsx';
import { useNow } from '../../ui/use-now.ts';
import { changeHistory } from './change-history.ts';

interface ResourceDetailsProps {
  readonly uri: string;
  /** What the list says of it; undefined for an address that is not listed. */
  readonly item: JsonObject | undefined;
  /** The result of the reading on show, and when it came, wall clock, milliseconds. */
  readonly result: unknown;
  readonly readAt: number | undefined;
  /** Readings that gave something, oldest first. */
  readonly done: readonly Operation[];
  /** When changes were told, oldest first. */
  readonly updates: readonly number[];
}

function textItem(label: string, source: unknown, key: string): KeyValueItem[] {
  const text = textAt(source, key);
  return text === undefined
    ? []
    : [{ label, value: <ForeignText text={text} limit={key === 'description' ? 600 : 128} /> }];
}

/** What the server said of how long a result is fresh: `4 min 12 s, private`, counted down. */
function freshItem(result: unknown, readAt: number | undefined, now: number): KeyValueItem[] {
  const { ttlMs } = objectAt({ result }, 'result') ?? {};
  const cacheScope = textAt(result, 'cacheScope');
  const facts = {
    ...(isFiniteNumber(ttlMs) && readAt !== undefined ? { ttlMs, freshUntil: readAt + Math.max(0, ttlMs) } : {}),
    ...(cacheScope === undefined ? {} : { cacheScope }),
  };
  const words = freshWords(facts, now);
  if (words === undefined) return [];
  return words.startsWith('fresh for ')
    ? [{ label: 'Fresh for', value: words.slice('fresh for '.length) }]
    : [{ label: 'Cache', value: words }];
}

function facts({ uri, item, result, readAt }: ResourceDetailsProps, now: number): KeyValueItem[] {
  const notes = objectAt(item, 'annotations');
  const size = item?.size;
  const readers = arrayAt(notes, 'audience').filter((one) => typeof one === 'string');
  return [
    { label: 'Address', value: <ForeignText text={uri} limit={300} />, mono: true },
    ...textItem('Name', item, 'name'),
    ...textItem('Title', item, 'title'),
    ...textItem('Description', item, 'description'),
    ...textItem('Type', item, 'mimeType').map((one) => ({ ...one, mono: true })),
    ...(typeof size === 'number' ? [{ label: 'Size', value: `${size.toLocaleString('en-US')} bytes` }] : []),
    ...(readers.length === 0 ? [] : [{ label: 'For', value: <ForeignText text={readers.join(', ')} limit={128} /> }]),
    ...(typeof notes?.priority === 'number' ? [{ label: 'Priority', value: String(notes.priority) }] : []),
    ...textItem('Last modified', notes, 'lastModified'),
    ...freshItem(result, readAt, now),
  ];
}

/** What the server says of a resource besides its content. */
export function ResourceDetails(props: ResourceDetailsProps) {
  const meta = objectAt(props.item, '_meta');
  const fresh = isFiniteNumber(objectAt({ result: props.result }, 'result')?.ttlMs);
  const now = useNow(fresh ? 1000 : undefined);
  const history = changeHistory(props.done, props.updates);
  return (
    <aside className="pane details" aria-label="Resource details">
      <div className="pane-h tall">
        <h2>Details</h2>
      </div>
      <div className="pane-b scroll pad stack">
        <KeyValue items={facts(props, now)} />
        <IconNotes of={props.item && iconRefOf(props.item)} />
        {props.item === undefined && (
          <p className="fs12 t3">This address is not in the list of the server, so nothing more is known of it.</p>
        )}
        {history.length > 0 && (
          <section aria-label="Change history">
            <h3 className="b5 fs12">Change history</h3>
            <ol className="history">
              {history.map(({ key, what, at }) => (
                <li key={key}>
                  <Icon icon={what.startsWith('Updated') ? Bell : ArrowRightLeft} size="s" />
                  <span className="grow">{what}</span>
                  <span className="fs11 t3 tn">{formatTime(at).slice(0, 8)}</span>
                </li>
              ))}
            </ol>
          </section>
        )}
        {meta && (
          <section className="codebox">
            <h3 className="h b5">_meta</h3>
            <JsonTree label="_meta" value={meta} lineNumbers={false} />
          </section>
        )}
      </div>
    </aside>
  );
}
