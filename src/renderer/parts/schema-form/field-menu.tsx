import { Ellipsis } from 'lucide-react';
import { sameJson } from '#shared/same-json.ts';
import { foreignWords } from '../../ui/foreign-segments.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';
import type { FieldKind } from './field-kind.ts';
import { type FieldSpec, isUnsafe } from './field-spec.ts';
import { useForm } from './form-context.ts';
import type { ValuePath } from './value-path.ts';

export interface FieldMenuProps {
  readonly name: string;
  readonly spec: FieldSpec;
  readonly value: unknown;
  readonly required: boolean;
  readonly path: ValuePath;
  readonly inList: boolean;
}

const NAME_CHARS = 60;
const LIST = { label: 'Send empty list', value: [] };
const EMPTY: Readonly<Partial<Record<FieldKind, { label: string; value: unknown }>>> = {
  text: { label: 'Send empty text', value: '' },
  file: { label: 'Send empty text', value: '' },
  list: LIST,
  choices: LIST,
  tuple: LIST,
  object: { label: 'Send empty object', value: {} },
};

/** The values of a field that typing cannot say: null, empty text, the default, nothing at all. */
export function FieldMenu({ name, spec, value, path, inList }: FieldMenuProps) {
  const { set } = useForm();
  const fallback = isUnsafe(spec.schema.default) ? undefined : spec.schema.default;
  const items: MenuItem[] = [];
  if (spec.nullable && value !== null) {
    items.push({ id: 'null', label: 'Send null', onSelect: () => set(path, null) });
  }
  const empty = EMPTY[spec.kind];
  if (empty !== undefined && !sameJson(value, empty.value)) {
    items.push({ id: 'empty', label: empty.label, onSelect: () => set(path, empty.value) });
  }
  if (fallback !== undefined) {
    items.push({ id: 'default', label: 'Use default', onSelect: () => set(path, fallback) });
  }
  if (value !== undefined && !inList) {
    items.push({ id: 'none', label: 'Do not send', onSelect: () => set(path, undefined) });
  }
  if (items.length === 0) return null;
  return (
    <Menu
      trigger={<IconButton size="sm" icon={Ellipsis} label={`What to send as ${foreignWords(name, NAME_CHARS)}`} />}
      items={items}
    />
  );
}
