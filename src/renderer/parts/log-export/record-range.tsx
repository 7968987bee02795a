import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';

/** The ends of a part as they are typed: numbers of records. An empty one is the end of the log on its side. */
export interface RecordRange {
  readonly from: string;
  readonly to: string;
}

const WHOLE = /^\d{1,15}$/;

function problemOf(typed: string, least: number): string | undefined {
  const text = typed.trim();
  if (text === '') return undefined;
  return WHOLE.test(text) && Number(text) >= least ? undefined : `A whole number from ${least}, or nothing`;
}

const numberIn = (typed: string) => (typed.trim() === '' ? undefined : Number(typed));

/** What is wrong with the ends of a part, each on its own. */
export function rangeProblems({ from, to }: RecordRange): { from: string | undefined; to: string | undefined } {
  const first = problemOf(from, 1);
  return { from: first, to: problemOf(to, first === undefined ? (numberIn(from) ?? 1) : 1) };
}

/** A part without problems, as the host takes it. */
export function recordsOf({ from, to }: RecordRange): { from?: number; to?: number } {
  const [first, last] = [numberIn(from), numberIn(to)];
  return { ...(first === undefined ? {} : { from: first }), ...(last === undefined ? {} : { to: last }) };
}

interface RecordRangeFieldsProps {
  readonly range: RecordRange;
  readonly onRange: (range: RecordRange) => void;
}

/** The part of a log between two records. */
export function RecordRangeFields({ range, onRange }: RecordRangeFieldsProps) {
  const problems = rangeProblems(range);
  return (
    <div className="row record-range">
      <Field label="From record" error={problems.from}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            placeholder="first"
            value={range.from}
            onValue={(from) => onRange({ ...range, from })}
          />
        )}
      </Field>
      <Field label="Until record" error={problems.to}>
        {(control) => (
          <TextInput
            {...control}
            inputMode="numeric"
            placeholder="last"
            value={range.to}
            onValue={(to) => onRange({ ...range, to })}
          />
        )}
      </Field>
    </div>
  );
}
