import type { FieldControl } from '../../ui/field.tsx';
import type { FieldSpec } from './field-spec.ts';
import type { ValuePath } from './value-path.ts';

/** What a field is about. */
export interface FieldViewProps {
  readonly name: string;
  readonly schema: unknown;
  readonly path: ValuePath;
  readonly required: boolean;
  /** Entry of a list: clearing leaves an empty entry in its place. */
  readonly inList?: boolean | undefined;
  readonly depth: number;
}

/** What the control of a single value gets. */
export interface ControlProps {
  readonly spec: FieldSpec;
  readonly name: string;
  readonly path: ValuePath;
  readonly value: unknown;
  readonly required: boolean;
  readonly inList: boolean;
  readonly control: FieldControl;
}

/** What a view of several fields gets: an object, a list, one of several forms. */
export interface NestedProps {
  readonly spec: FieldSpec;
  readonly path: ValuePath;
  readonly value: unknown;
  readonly required: boolean;
  readonly depth: number;
}
