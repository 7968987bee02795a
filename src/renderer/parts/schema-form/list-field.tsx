import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { NestedProps } from './field-props.ts';
import { fieldSpec } from './field-spec.ts';
import { useForm } from './form-context.ts';

function firstValue(schema: unknown, root: unknown): unknown {
  const { kind, choices, schema: known } = fieldSpec(schema, root);
  if (known.default !== undefined) return known.default;
  if (kind === 'object') return {};
  if (kind === 'list' || kind === 'choices') return [];
  if (kind === 'boolean') return false;
  return kind === 'choice' ? choices[0]?.value : '';
}

function moved(items: readonly unknown[], from: number, to: number): unknown[] {
  const rest = items.filter((_, index) => index !== from);
  return [...rest.slice(0, to), items[from], ...rest.slice(to)];
}

/** The entries of a list, one field each: add, take away, move. */
export function ListField({ spec, path, value, depth }: NestedProps) {
  const { root, set, FieldView } = useForm();
  const items: unknown[] = Array.isArray(value) ? value : [];
  const change = (next: unknown[]) => set(path, next.length === 0 ? undefined : next);
  return (
    <div className="form">
      {items.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries of a list have no identity but their place
        <div key={index} className="form-item">
          <FieldView
            name={`${index}`}
            schema={spec.schema.items}
            path={[...path, index]}
            required={false}
            inList
            depth={depth + 1}
          />
          <span className="form-item-a">
            <IconButton
              size="sm"
              icon={ArrowUp}
              label={`Move entry ${index} up`}
              disabled={index === 0}
              onClick={() => change(moved(items, index, index - 1))}
            />
            <IconButton
              size="sm"
              icon={ArrowDown}
              label={`Move entry ${index} down`}
              disabled={index === items.length - 1}
              onClick={() => change(moved(items, index, index + 1))}
            />
            <IconButton
              size="sm"
              icon={X}
              label={`Remove entry ${index}`}
              onClick={() => change(items.filter((_item, at) => at !== index))}
            />
          </span>
        </div>
      ))}
      <div>
        <Button size="sm" icon={Plus} onClick={() => change([...items, firstValue(spec.schema.items, root)])}>
          Add entry
        </Button>
      </div>
    </div>
  );
}
