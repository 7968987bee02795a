import { Plus } from 'lucide-react';
import { useMemo } from 'react';
import { isJsonObject } from '#shared/exact-json.ts';
import { isObject } from '#shared/json.ts';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { ExtraFields } from './extra-fields.tsx';
import type { NestedProps } from './field-props.ts';
import { useAddedFocus } from './focus-control.ts';
import { useForm } from './form-context.ts';

/** Optional objects from here on start closed, so that a schema that contains itself does not fill the page. */
const CLOSED_FROM = 2;

/** The properties of an object, rows for keys that are free, and the names of what the value has beside them. */
export function ObjectFields({ spec, path, value, required, depth }: NestedProps) {
  const { set, FieldView } = useForm();
  const focus = useAddedFocus();
  const add = () => {
    focus.expect(0);
    set(path, {});
  };
  const { properties, required: names } = spec.schema;
  const fields = useMemo(() => (isObject(properties) ? Object.entries(properties) : []), [properties]);
  const needed = Array.isArray(names) ? names : [];
  const known = isObject(properties) ? properties : {};
  const others = isJsonObject(value) ? Object.keys(value).filter((key) => !Object.hasOwn(known, key)) : [];
  if (value === undefined && !required && depth >= CLOSED_FROM) {
    return (
      <div ref={focus.ref}>
        <Button size="sm" icon={Plus} onClick={add}>
          Add
        </Button>
      </div>
    );
  }
  const empty = path.length > 0 && isJsonObject(value) && Object.keys(value).length === 0;
  return (
    <div className="form" ref={focus.ref}>
      {fields.map(([name, schema]) => (
        <FieldView
          key={name}
          name={name}
          schema={schema}
          path={[...path, name]}
          required={needed.includes(name)}
          depth={depth + 1}
        />
      ))}
      {spec.extra !== undefined && <ExtraFields schema={spec.extra} keys={others} {...{ path, value, depth }} />}
      {spec.extra === undefined && others.length > 0 && (
        <p className="hint t3 fs11">
          {plural(others.length, 'value is', 'values are')} only in JSON:{' '}
          <ForeignText text={others.join(', ')} limit={200} />
        </p>
      )}
      {empty && <p className="hint t3 fs11">An empty object is sent.</p>}
    </div>
  );
}
