import { Field } from '../../ui/field.tsx';
import { TextArea } from '../../ui/text-area.tsx';

interface ReplyJsonProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  /** Why the text cannot be sent. */
  readonly problem: string | undefined;
}

/** The exact reply as JSON, to be changed at will. */
export function ReplyJson({ text, onText, problem }: ReplyJsonProps) {
  return (
    <Field
      label="Exact reply"
      type="JSON"
      hint="It is sent as it stands here. One that does not fit can be sent anyway."
      error={problem}
    >
      {(control) => <TextArea {...control} mono rows={14} value={text} onValue={onText} />}
    </Field>
  );
}
