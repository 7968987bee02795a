import { FieldView } from './field-view.tsx';
import { FormContextProvider } from './form-context.ts';
import { type FormPartsOptions, useFormParts } from './use-form-parts.ts';

export interface SchemaFieldProps extends FormPartsOptions {
  readonly name: string;
  /** Of the field; what it refers to is in `root`. */
  readonly schema: unknown;
  readonly required: boolean;
}

/** One field of an object by its schema, in a form that is not drawn from a schema as a whole. `state` holds the object. */
export function SchemaField({ name, schema, required, ...options }: SchemaFieldProps) {
  const { form, onBlur } = useFormParts(options);
  return (
    <FormContextProvider value={form}>
      <div className="schema-form" {...{ onBlur }}>
        <FieldView name={name} schema={schema} path={[name]} required={required} depth={1} />
      </div>
    </FormContextProvider>
  );
}
