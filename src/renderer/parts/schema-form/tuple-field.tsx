import { Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import type { NestedProps } from './field-props.ts';
import { firstValue } from './first-value.ts';
import { useAddedFocus } from './focus-control.ts';
import { useForm } from './form-context.ts';
import { ItemField } from './item-fields.tsx';

/** A list whose first places have schemas of their own. A list has no gaps, so the next place is added after the last. */
export function TupleField({ spec, path, value, depth }: NestedProps) {
  const { root, set, FieldView } = useForm();
  const items: unknown[] = Array.isArray(value) ? value : [];
  const { places, items: rest } = spec;
  const change = (next: unknown[]) => set(path, next.length === 0 ? undefined : next);
  const focus = useAddedFocus();
  const add = (values: unknown[]) => {
    focus.expect(items.length);
    change([...items, ...values]);
  };
  const next = items.length < places.length ? places[items.length] : rest;
  const open = items.length < places.length || rest !== undefined;
  return (
    <div className="form" ref={focus.ref}>
      {items.map((_, index) =>
        index < places.length ? (
          <FieldView
            // biome-ignore lint/suspicious/noArrayIndexKey: entries of a list have no identity but their place
            key={index}
            name={`${index}`}
            schema={places[index]}
            path={[...path, index]}
            required={false}
            inList
            depth={depth + 1}
          />
        ) : (
          <ItemField
            // biome-ignore lint/suspicious/noArrayIndexKey: entries of a list have no identity but their place
            key={index}
            schema={rest}
            {...{ path, index, items, depth }}
            onItems={change}
            fixed={places.length}
          />
        ),
      )}
      <div className="row">
        {items.length === 0 && (
          <Button size="sm" icon={Plus} onClick={() => add(places.map((place) => firstValue(place, root)))}>
            Add all entries
          </Button>
        )}
        {items.length > 0 && open && (
          <Button size="sm" icon={Plus} onClick={() => add([firstValue(next, root)])}>
            Add entry
          </Button>
        )}
        {items.length > 0 && (
          <Button size="sm" variant="quiet" onClick={() => change(items.slice(0, -1))}>
            Remove the last
          </Button>
        )}
        {Array.isArray(value) && items.length === 0 && <span className="t3 fs11">An empty list is sent.</span>}
      </div>
    </div>
  );
}
