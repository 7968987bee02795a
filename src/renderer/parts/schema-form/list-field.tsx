import { Plus } from 'lucide-react';
import { type ClipboardEvent, useMemo, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import type { NestedProps } from './field-props.ts';
import { fieldSpec } from './field-spec.ts';
import { firstValue } from './first-value.ts';
import { useAddedFocus } from './focus-control.ts';
import { useForm } from './form-context.ts';
import { ItemCard, ItemField } from './item-fields.tsx';
import { readNumber } from './number-text.ts';

/** Objects of a longer list start closed. */
const OPEN_UP_TO = 3;
const MAX_PASTED = 1000;

/** The entry that a paste goes into, by the field under the caret. */
function placeOf(event: ClipboardEvent<HTMLElement>): number {
  const rows = [...event.currentTarget.querySelectorAll(':scope > .form-item')];
  return rows.findIndex((row) => event.target instanceof Node && row.contains(event.target));
}

/** The entries of a list, one field each: add, take away, move; several lines that are pasted become several entries. */
export function ListField({ spec, path, value, depth }: NestedProps) {
  const { root, set } = useForm();
  const items: unknown[] = Array.isArray(value) ? value : [];
  const item = useMemo(() => fieldSpec(spec.items, root), [spec.items, root]);
  // What was added by hand is open, however long the list is.
  const [added, setAdded] = useState<number>();
  const focus = useAddedFocus();
  const change = (next: unknown[]) => set(path, next.length === 0 ? undefined : next);
  const add = () => {
    setAdded(items.length);
    focus.expect(items.length);
    change([...items, firstValue(spec.items, root)]);
  };
  const paste = (event: ClipboardEvent<HTMLElement>) => {
    const lines = event.clipboardData
      .getData('text')
      .split(/\r?\n/)
      .filter((line) => line.trim() !== '');
    const at = placeOf(event);
    if (lines.length < 2 || at < 0 || (item.kind !== 'text' && item.kind !== 'number')) return;
    event.preventDefault();
    const values = lines.slice(0, MAX_PASTED).map((line) => (item.kind === 'number' ? readNumber(line).value : line));
    const empty = items[at] === '' || items[at] === undefined;
    change([...items.slice(0, empty ? at : at + 1), ...values, ...items.slice(at + 1)]);
  };
  const simple = item.kind === 'text' || item.kind === 'number';
  const shared = { schema: spec.items, path, items, depth, onItems: change };
  return (
    <div className="form" ref={focus.ref} onPaste={simple ? paste : undefined}>
      {items.map((_, index) =>
        item.kind === 'object' ? (
          <ItemCard
            // biome-ignore lint/suspicious/noArrayIndexKey: entries of a list have no identity but their place
            key={index}
            {...shared}
            index={index}
            startOpen={items.length <= OPEN_UP_TO || index === added}
          />
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of a list have no identity but their place
          <ItemField key={index} {...shared} index={index} />
        ),
      )}
      <div className="row">
        <Button size="sm" icon={Plus} onClick={add}>
          Add entry
        </Button>
        <span className="t3 fs11">
          {Array.isArray(value) && items.length === 0 && 'An empty list is sent.'}
          {items.length > OPEN_UP_TO && plural(items.length, 'entry', 'entries')}
          {items.length === 1 && simple && 'Pasted lines become entries.'}
        </span>
      </div>
    </div>
  );
}
