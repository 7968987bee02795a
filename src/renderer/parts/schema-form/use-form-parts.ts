import { type FocusEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SchemaProblem } from '#shared/contract.ts';
import type { EarlierValues } from './earlier-values.ts';
import { FieldView } from './field-view.tsx';
import type { FormContext } from './form-context.ts';
import type { FormState } from './form-state.ts';
import { pointerOf, withValueAt } from './value-path.ts';

export interface FormPartsOptions {
  /** The whole schema: references start from it. */
  readonly root: unknown;
  readonly state: FormState;
  readonly onState: (state: FormState) => void;
  readonly problems: readonly SchemaProblem[];
  readonly showAll: boolean;
  readonly earlier?: EarlierValues | undefined;
}

export interface FormParts {
  readonly form: FormContext;
  /** For the element around all fields: a field that was left shows its problems. */
  readonly onBlur: (event: FocusEvent<HTMLElement>) => void;
}

/** What the fields of a form share, and which of them were left. */
export function useFormParts({ root, state, onState, problems, showAll, earlier }: FormPartsOptions): FormParts {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  }, [state]);
  const set: FormContext['set'] = useCallback(
    (path, value, typed) => {
      const { value: old, texts } = latest.current;
      const pointer = pointerOf(path);
      const { [pointer]: _old, ...rest } = texts;
      const next = {
        ...latest.current,
        value: withValueAt(old, path, value),
        texts: typed ? { ...rest, [pointer]: { ...typed, value } } : rest,
      };
      latest.current = next;
      onState(next);
    },
    [onState],
  );
  const swap: FormContext['swap'] = useCallback(
    (path, value, aside) => {
      const kept = { ...latest.current.aside, [pointerOf(path)]: aside };
      const next = { ...latest.current, value: withValueAt(latest.current.value, path, value), aside: kept };
      latest.current = next;
      onState(next);
    },
    [onState],
  );
  const form = useMemo<FormContext>(
    () => ({ root, FieldView, state, problems, shows: (pointer) => showAll || left.has(pointer), earlier, set, swap }),
    [root, state, problems, showAll, left, earlier, set, swap],
  );
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    const pointer = event.target.closest<HTMLElement>('[data-pointer]')?.dataset.pointer;
    if (pointer !== undefined && !left.has(pointer)) setLeft(new Set([...left, pointer]));
  };
  return { form, onBlur };
}
