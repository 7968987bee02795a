import { type ComponentType, createContext, useContext } from 'react';
import type { SchemaProblem } from '#shared/contract.ts';
import type { JsonObject } from '#shared/json.ts';
import type { EarlierValues } from './earlier-values.ts';
import type { FieldViewProps } from './field-props.ts';
import type { FormState, TypedText } from './form-state.ts';
import type { ValuePath } from './value-path.ts';

/** What every field of one form shares. */
export interface FormContext {
  /** The whole schema: references start from it. */
  readonly root: unknown;
  /** Draws a field; handed down so that fields can hold fields. */
  readonly FieldView: ComponentType<FieldViewProps>;
  readonly state: FormState;
  readonly problems: readonly SchemaProblem[];
  /** What places of the form held in earlier calls; absent where nothing is known of them. */
  readonly earlier?: EarlierValues | undefined;
  /** Whether problems of a place are shown yet: it was left, or the form was to be sent. */
  readonly shows: (pointer: string) => boolean;
  /** Sets the value of a place; undefined takes it away. `typed` keeps the text where it says more than the value. */
  readonly set: (path: ValuePath, value: unknown, typed?: Pick<TypedText, 'kind' | 'text'>) => void;
  /** Sets the value of a union, and what is kept aside of it for its other forms. */
  readonly swap: (path: ValuePath, value: unknown, aside: JsonObject) => void;
}

const Context = createContext<FormContext | undefined>(undefined);
export const FormContextProvider = Context.Provider;

export function useForm(): FormContext {
  const form = useContext(Context);
  if (!form) throw new Error('A field stands outside of a SchemaForm');
  return form;
}
