import { History } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react';
import { writeJson } from '#shared/exact-json.ts';
import { cx } from '../../ui/cx.ts';
import type { FieldControl } from '../../ui/field.tsx';
import { foreignWords } from '../../ui/foreign-segments.ts';
import { plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { offeredValues } from './earlier-values.ts';
import type { ControlProps } from './field-props.ts';
import { useForm } from './form-context.ts';

export interface EarlierField {
  /** What the input of the field gets: its description names the earlier values, too. */
  readonly control: FieldControl;
  /** The button that opens them, for inside the field; undefined while there are none. */
  readonly button: ReactNode;
  /** Opens them where the key asks for it; true when it did. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

const KEYS = ['down'];
const NAME_CHARS = 60;

/** A control that has no room for a button inside, with one over its corner; the box stays, so the caret does. */
export function WithButton({ button, children }: { readonly button: ReactNode; readonly children: ReactNode }) {
  return (
    <div className="with-button">
      {children}
      {button}
    </div>
  );
}

function wordsOf(value: unknown): string {
  return typeof value === 'string' ? value : writeJson(value);
}

/**
 * S08. Earlier values of one argument, in its field. `Down` opens them where the key has no other use: `always`, or
 * while the field is empty; then the button is no stop of its own for the Tab key.
 */
export function useEarlierField(
  { spec, name, path, value, control }: ControlProps,
  { always, take }: { readonly always: boolean; readonly take: (value: unknown) => void },
): EarlierField {
  const { earlier } = useForm();
  const [open, setOpen] = useState(false);
  const values = useMemo(
    () => (earlier ? offeredValues(earlier(path), { spec, name, value }) : []),
    [earlier, path, spec, name, value],
  );
  const byKey = always || value === undefined || value === '';
  const onKey = (event: KeyboardEvent) => {
    const plain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (event.key !== 'ArrowDown' || !plain || event.nativeEvent.isComposing) return false;
    if (values.length === 0 || !byKey) return false;
    event.preventDefault();
    setOpen(true);
    return true;
  };
  if (values.length === 0) return { control, button: undefined, onKey };
  const hint = `${control.id}-earlier`;
  const described = [control['aria-describedby'], byKey ? hint : undefined].filter((one) => one !== undefined);
  const button = (
    <>
      {byKey && (
        <span id={hint} className={cx('earlier-n', always && value === undefined && 'seen')}>
          {plural(values.length, 'earlier value')}, <span aria-hidden="true">↓</span>
          <span className="vh">press the down arrow</span>
        </span>
      )}
      <Menu
        open={open}
        onOpenChange={setOpen}
        returnTo={() => document.getElementById(control.id)}
        trigger={
          <IconButton
            size="sm"
            icon={History}
            label={`Earlier values of ${foreignWords(name, NAME_CHARS)}`}
            tabIndex={byKey ? -1 : 0}
            {...(byKey ? { keys: KEYS } : {})}
          />
        }
        items={values.map((one, index) => ({
          id: String(index),
          label: wordsOf(one),
          foreign: true,
          onSelect: () => take(one),
        }))}
      />
    </>
  );
  return { control: { ...control, 'aria-describedby': described.join(' ') || undefined }, button, onKey };
}
