import type { SchemaProblem } from '#shared/contract.ts';
import { isJsonObject } from '#shared/exact-json.ts';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import type { EarlierValues } from './earlier-values.ts';
import { controlIn } from './focus-control.ts';
import { FormContextProvider } from './form-context.ts';
import type { FormState } from './form-state.ts';
import { ObjectFields } from './object-fields.tsx';
import { UnionField } from './union-field.tsx';
import { useFieldSpec } from './use-field-spec.ts';
import { useFormParts } from './use-form-parts.ts';

export interface SchemaFormProps {
  /** Accessible name. */
  readonly label: string;
  /** JSON Schema of an object: the input schema of a tool, the requested schema of an ask. */
  readonly schema: unknown;
  readonly state: FormState;
  readonly onState: (state: FormState) => void;
  /** What the host and `typedProblems` found; shown at a field once it was left, or with `showAll`. */
  readonly problems: readonly SchemaProblem[];
  readonly showAll: boolean;
  /** What to say when the schema names no values. */
  readonly nothing: string;
  /** What the fields held in earlier calls; they offer it. */
  readonly earlier?: EarlierValues | undefined;
}

/** The form of a JSON Schema. It never changes what was typed and sends nothing by itself. */
export function SchemaForm(props: SchemaFormProps) {
  const { label, schema, state, problems, showAll, nothing } = props;
  const { form, onBlur } = useFormParts({ ...props, root: schema });
  const spec = useFieldSpec(schema, schema, state.value);
  // Of a free object the form has no fields, but keys can be added to it.
  const isObjectLike = spec.kind === 'object' || (spec.kind === 'json' && spec.extra !== undefined);
  const others = isJsonObject(state.value) ? Object.keys(state.value) : [];
  const whole = showAll ? problems.filter(({ path }) => path === '') : [];
  const shared = { spec, path: [], value: state.value, required: true, depth: 0 };
  return (
    <FormContextProvider value={form}>
      <form className="schema-form" aria-label={label} onBlur={onBlur} onSubmit={(event) => event.preventDefault()}>
        {whole.map(({ message }) => (
          <Callout key={message} kind="err" title="These values do not fit together">
            {message}
          </Callout>
        ))}
        {isObjectLike && <ObjectFields {...shared} />}
        {spec.kind === 'union' && <UnionField {...shared} />}
        {!isObjectLike && spec.kind !== 'union' && (
          <>
            <p className="t2 fs12">{nothing}</p>
            {others.length > 0 && (
              <p className="t3 fs11">
                Only in JSON: <ForeignText text={others.join(', ')} limit={200} />
              </p>
            )}
          </>
        )}
      </form>
    </FormContextProvider>
  );
}

/** The deepest shown place that a problem is about: itself, or what contains it. */
function placeOf(places: readonly string[], problem: string): string | undefined {
  const holding = places.filter((place) => problem === place || problem.startsWith(`${place}/`));
  return holding.toSorted((a, b) => b.length - a.length)[0];
}

/** Moves the focus to the first field (in the order of the form) that has a problem; false when the form has none. */
export function focusFirstProblem(form: HTMLElement, problems: readonly SchemaProblem[]): boolean {
  const fields = [...form.querySelectorAll<HTMLElement>('[data-pointer]')];
  const places = fields.map((field) => field.dataset.pointer ?? '');
  const wrong = new Set(problems.map(({ path }) => placeOf(places, path)));
  // What is wrong with the whole has no field of its own.
  const first = fields.find((field) => wrong.has(field.dataset.pointer)) ?? fields[0];
  const control = controlIn(first);
  control?.focus();
  return control !== undefined;
}
