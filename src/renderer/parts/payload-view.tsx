import { useMemo } from 'react';
import { parseWritten } from '#shared/exact-json.ts';
import { Callout } from '../ui/callout.tsx';
import { JsonTree } from '../ui/json-tree.tsx';
import { useCopy } from '../ui/use-copy.ts';
import { PayloadText } from './payload-text.tsx';
import { useRecordBody } from './use-record-body.ts';

export interface PayloadViewProps {
  readonly sessionId: string;
  /** Number of the record. */
  readonly seq: number;
  /** Accessible name, for example `Request`. */
  readonly label: string;
  /** `tree`: JSON as a tree where it is JSON and at most 1 MiB; `text`: always the exact text. */
  readonly as: 'tree' | 'text';
  /** Takes the parent's height and scrolls inside; otherwise as high as its content. */
  readonly fill?: boolean | undefined;
}

function parsed(text: string): { value: unknown } | undefined {
  try {
    return { value: parseWritten(text) };
  } catch {
    return undefined;
  }
}

/** The payload of a record, read from the host when it is looked at. */
export function PayloadView({ sessionId, seq, label, as, fill }: PayloadViewProps) {
  const body = useRecordBody(sessionId, seq);
  const copy = useCopy();
  const whole = body.bytes !== undefined && !body.more && !body.base64;
  const json = useMemo(() => (as === 'tree' && whole ? parsed(body.text) : undefined), [as, whole, body.text]);
  const problem = body.error !== undefined && (
    <Callout kind="err" title="The payload could not be read">
      {body.error}
    </Callout>
  );
  if (body.bytes === undefined && problem) return problem;
  if (body.bytes === undefined) return <p className="fs12 t3 payload-wait">Reading message {seq}</p>;
  if (body.bytes === 0) return <p className="fs12 t3 payload-wait">Nothing was sent: 0 bytes.</p>;
  if (!json) {
    return (
      <>
        <PayloadText key={seq} body={body} label={label} />
        {problem}
      </>
    );
  }
  return <JsonTree key={seq} label={label} value={json.value} bytes={body.bytes} fill={fill} onCopy={copy} />;
}
