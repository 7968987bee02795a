import { Ellipsis } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';
import type { FieldSpec } from './field-spec.ts';
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

/** The values of a field that typing cannot say: null, empty text, the default, nothing at all. */
export function FieldMenu({ name, spec, value, path, inList }: FieldMenuProps) {
  const { set } = useForm();
  const fallback = spec.schema.default;
  const items: MenuItem[] = [];
  if (spec.nullable && value !== null) {
    items.push({ id: 'null', label: 'Send null', onSelect: () => set(path, null) });
  }
  if (spec.kind === 'text' && value !== '') {
    items.push({ id: 'empty', label: 'Send empty text', onSelect: () => set(path, '') });
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
      trigger={<IconButton size="sm" icon={Ellipsis} label={`What to send as ${name.slice(0, 60)}`} />}
      items={items}
    />
  );
}
