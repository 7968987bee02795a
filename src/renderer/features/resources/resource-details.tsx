import { arrayAt, type JsonObject, objectAt, textAt } from '#shared/json.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration } from '../../ui/format.ts';
import { JsonTree } from '../../ui/json-tree.tsx';
import { KeyValue, type KeyValueItem } from '../../ui/key-value.tsx';

interface ResourceDetailsProps {
  readonly uri: string;
  /** What the list says of it; undefined for an address that is not listed. */
  readonly item: JsonObject | undefined;
  /** The result of the newest reading. */
  readonly result: unknown;
}

function textItem(label: string, source: unknown, key: string): KeyValueItem[] {
  const text = textAt(source, key);
  return text === undefined
    ? []
    : [{ label, value: <ForeignText text={text} limit={key === 'description' ? 600 : 128} /> }];
}

function facts({ uri, item, result }: ResourceDetailsProps): KeyValueItem[] {
  const notes = objectAt(item, 'annotations');
  const size = item?.size;
  const readers = arrayAt(notes, 'audience').filter((one) => typeof one === 'string');
  const ttl = objectAt({ result }, 'result')?.ttlMs;
  const scope = textAt(result, 'cacheScope');
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
    ...(typeof ttl === 'number'
      ? [{ label: 'Fresh for', value: [formatDuration(ttl), scope?.slice(0, 40)].filter(Boolean).join(', ') }]
      : []),
  ];
}

/** What the server says of a resource besides its content. */
export function ResourceDetails(props: ResourceDetailsProps) {
  const meta = objectAt(props.item, '_meta');
  return (
    <aside className="pane details" aria-label="Resource details">
      <div className="pane-h tall">
        <h2>Details</h2>
      </div>
      <div className="pane-b scroll pad stack">
        <KeyValue items={facts(props)} />
        {props.item === undefined && (
          <p className="fs12 t3">This address is not in the list of the server, so nothing more is known of it.</p>
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
