import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { Icon } from './icon.tsx';

/** What `Field` hands to the control inside it; spread it on the input. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby'?: string | undefined;
  readonly 'aria-invalid'?: true | undefined;
  readonly 'aria-required'?: true | undefined;
}

export interface FieldProps {
  /** A name a machine chose (an argument, a header), set in mono. Give this or `label`. */
  readonly name?: string | undefined;
  /** A label in words. */
  readonly label?: ReactNode;
  /** The type in words, `string, email`. */
  readonly type?: string | undefined;
  /** The word shown for a required field; undefined when optional. */
  readonly required?: string | undefined;
  /** After the type, for example a chip. */
  readonly mark?: ReactNode;
  readonly hint?: ReactNode;
  readonly error?: ReactNode;
  /** Right end of the label line, for example a Copy button. */
  readonly actions?: ReactNode;
  /** The control is a group of buttons, so the label names a `group` instead of one input. */
  readonly group?: boolean | undefined;
  readonly children: (control: FieldControl) => ReactNode;
}

/** C8. Label line, control, hint and error; hint and error are joined to the control by `aria-describedby`. */
export function Field({ name, label, type, required, mark, hint, error, actions, group, children }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  const control: FieldControl = {
    id,
    ...(described === '' ? {} : { 'aria-describedby': described }),
    ...(error ? { 'aria-invalid': true } : {}),
    ...(required === undefined ? {} : { 'aria-required': true }),
  };
  const text = name === undefined ? <span className="lt">{label}</span> : <span className="nm">{name}</span>;
  return (
    <div className="fld" {...(group ? { role: 'group', 'aria-labelledby': `${id}-label` } : {})}>
      <div className="lb">
        {group ? <span id={`${id}-label`}>{text}</span> : <label htmlFor={id}>{text}</label>}
        {type !== undefined && <span className="ty">{type}</span>}
        {required !== undefined && <span className="req">{required}</span>}
        {mark}
        {actions && <span className="fld-actions">{actions}</span>}
      </div>
      {children(control)}
      {hint && (
        <div className="hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
      {error && (
        <div className="hint err" id={`${id}-error`}>
          <Icon icon={CircleAlert} size="s" />
          <span>{error}</span>
        </div>
      )}
    </div>
  );
}
