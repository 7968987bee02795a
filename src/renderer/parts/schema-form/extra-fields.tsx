import { Plus, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { isJsonObject } from '#shared/exact-json.ts';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { firstValue } from './first-value.ts';
import { useAddedFocus } from './focus-control.ts';
import { useForm } from './form-context.ts';
import type { ValuePath } from './value-path.ts';

export interface ExtraFieldsProps {
  /** Schema of the values. */
  readonly schema: unknown;
  /** Of the object. */
  readonly path: ValuePath;
  readonly value: unknown;
  /** Keys of the object that have no field of their own, in its order. */
  readonly keys: readonly string[];
  readonly depth: number;
}

function renamed(value: unknown, from: string, to: string): unknown {
  const entries = Object.entries(isJsonObject(value) ? value : {});
  return Object.fromEntries(entries.map(([key, item]) => [key === from ? to : key, item]));
}

function freeKey(value: unknown): string {
  const taken = isJsonObject(value) ? value : {};
  let key = 'key';
  for (let count = 2; Object.hasOwn(taken, key); count += 1) key = `key${count}`;
  return key;
}

interface KeyFieldProps {
  readonly name: string;
  readonly value: unknown;
  readonly onRename: (to: string) => void;
}

/** The key of a row. It is taken over when the field is left, so that no other key is run over while typing. */
function KeyField({ name, value, onRename }: KeyFieldProps) {
  const [typed, setTyped] = useState<string>();
  const text = typed ?? name;
  const taken = text !== name && isJsonObject(value) && Object.hasOwn(value, text);
  const take = () => {
    if (typed === undefined || taken) return;
    setTyped(undefined);
    if (typed !== name) onRename(typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') take();
  };
  return (
    <Field label={`Key of ${name === '' ? '""' : name.slice(0, 60)}`} error={taken && `There is a ${text} already.`}>
      {(control) => <TextInput {...control} mono value={text} onValue={setTyped} onBlur={take} onKeyDown={onKeyDown} />}
    </Field>
  );
}

/** Keys that the schema does not name, one row each: key, value, and a button that takes the row away. */
export function ExtraFields({ schema, path, value, keys, depth }: ExtraFieldsProps) {
  const { root, set, FieldView } = useForm();
  const focus = useAddedFocus();
  const add = () => {
    focus.expect(keys.length);
    set([...path, freeKey(value)], firstValue(schema, root));
  };
  return (
    <div className="form" ref={focus.ref}>
      {keys.map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a key that is renamed keeps its row and the focus in it
        <div key={index} className="form-item form-extra">
          <KeyField name={key} value={value} onRename={(to) => set(path, renamed(value, key, to))} />
          <FieldView name={key} schema={schema} path={[...path, key]} required={false} inList depth={depth + 1} />
          <span className="form-item-a">
            <IconButton
              size="sm"
              icon={X}
              label={`Remove ${key.slice(0, 60)}`}
              onClick={() => set([...path, key], undefined)}
            />
          </span>
        </div>
      ))}
      <div>
        <Button size="sm" icon={Plus} onClick={add}>
          Add key
        </Button>
      </div>
    </div>
  );
}
