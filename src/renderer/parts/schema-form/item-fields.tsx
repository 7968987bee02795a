import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, X } from 'lucide-react';
import { useId, useState } from 'react';
import { isJsonObject } from '#shared/exact-json.ts';
import { isObject } from '#shared/json.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { type FieldSpec, fieldSpec } from './field-spec.ts';
import { useForm } from './form-context.ts';
import { pointerOf, type ValuePath } from './value-path.ts';

export interface ItemProps {
  readonly schema: unknown;
  /** Of the list. */
  readonly path: ValuePath;
  readonly index: number;
  readonly items: readonly unknown[];
  readonly depth: number;
  readonly onItems: (items: unknown[]) => void;
  /** Entries before this one have a place of their own; they are not moved or removed. */
  readonly fixed?: number | undefined;
}

function moved(items: readonly unknown[], from: number, to: number): unknown[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), items[from], ...rest.slice(to)];
}

function ItemButtons({ index, items, onItems, fixed = 0 }: ItemProps) {
  const move = (to: number) => onItems(moved(items, index, to));
  return (
    <>
      <IconButton
        size="sm"
        icon={ArrowUp}
        label={`Move entry ${index} up`}
        disabled={index <= fixed}
        onClick={() => move(index - 1)}
      />
      <IconButton
        size="sm"
        icon={ArrowDown}
        label={`Move entry ${index} down`}
        disabled={index === items.length - 1}
        onClick={() => move(index + 1)}
      />
      <IconButton
        size="sm"
        icon={X}
        label={`Remove entry ${index}`}
        onClick={() => onItems(items.filter((_item, at) => at !== index))}
      />
    </>
  );
}

/** One entry of a list with its buttons. */
export function ItemField(props: ItemProps) {
  const { schema, path, index, depth } = props;
  const { FieldView } = useForm();
  return (
    <div className="form-item">
      <FieldView name={`${index}`} schema={schema} path={[...path, index]} required={false} inList depth={depth + 1} />
      <span className="form-item-a">
        <ItemButtons {...props} />
      </span>
    </div>
  );
}

/** What an entry is called: its first text. */
function titleOf({ schema }: FieldSpec, item: unknown): string | undefined {
  if (!isJsonObject(item)) return undefined;
  const names = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const texts = [...names, ...Object.keys(item)].map((name) => (Object.hasOwn(item, name) ? item[name] : undefined));
  return texts.find((text): text is string => typeof text === 'string' && text !== '');
}

/** An object in a list, under a line that opens and closes it. */
export function ItemCard(props: ItemProps & { readonly startOpen: boolean }) {
  const { schema, path, index, items, depth, startOpen } = props;
  const { root, FieldView, problems, shows } = useForm();
  const [open, setOpen] = useState(startOpen);
  const id = useId();
  const at = [...path, index];
  const pointer = pointerOf(at);
  const title = titleOf(fieldSpec(schema, root), items[index]);
  const wrong = problems.some(({ path: place }) => place.startsWith(pointer) && shows(place));
  return (
    <div className="form-card" data-pointer={pointer}>
      <div className="form-card-h">
        <button type="button" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <Icon icon={open ? ChevronDown : ChevronRight} size="s" />
          <span className="mono t3">{index}</span>
          <span className="el">{title === undefined ? 'Entry' : <ForeignText text={title} limit={80} inert />}</span>
          {wrong && !open && <span className="c-err fs11">has a problem</span>}
        </button>
        <ItemButtons {...props} />
      </div>
      <div id={id} hidden={!open}>
        {open && <FieldView name={`${index}`} schema={schema} path={at} required={false} inList depth={depth + 1} />}
      </div>
    </div>
  );
}
