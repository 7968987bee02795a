import type { ReactNode } from 'react';

export interface FieldGroupProps {
  readonly name: string;
  readonly type?: string | undefined;
  readonly required?: string | undefined;
  /** After the type, for example a chip. */
  readonly mark?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Fields of a nested object, indented behind a line. */
export function FieldGroup({ name, type, required, mark, actions, children }: FieldGroupProps) {
  return (
    <fieldset className="fld fld-group">
      <legend className="lb">
        <span className="nm">{name}</span>
        {type !== undefined && <span className="ty">{type}</span>}
        {required !== undefined && <span className="req">{required}</span>}
        {mark}
        {actions && <span className="fld-actions">{actions}</span>}
      </legend>
      <div className="fld-nested">{children}</div>
    </fieldset>
  );
}
