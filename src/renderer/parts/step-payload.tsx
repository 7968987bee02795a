import { useMemo } from 'react';
import { isJsonObject, parseWritten } from '#shared/exact-json.ts';
import { isObject } from '#shared/json.ts';
import { CodeBox } from '../ui/code-box.tsx';
import { JsonTree } from '../ui/json-tree.tsx';
import { useRecordBody } from './use-record-body.ts';

export interface StepPayloadProps {
  readonly sessionId: string;
  readonly seq: number;
  /** Leads through the message to what is shown. */
  readonly path: readonly string[];
  readonly label: string;
}

/** What lies at a place in a JSON text. `_meta` of params is left out: it is the envelope, and the same in each of them. */
function placeIn(text: string, path: readonly string[]): { value: unknown } | undefined {
  let value: unknown;
  try {
    value = parseWritten(text);
  } catch {
    return undefined;
  }
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key]; // an array reads by its index as well
  }
  if (path.at(-1) !== 'params' || !isObject(value)) return { value };
  const { _meta, ...rest } = value;
  return { value: rest };
}

/** A part of a message, read from the host when the step is looked at. */
export function StepPayload({ sessionId, seq, path, label }: StepPayloadProps) {
  const body = useRecordBody(sessionId, seq);
  const place = path.join('/');
  const whole = body.bytes !== undefined && !body.more && !body.base64;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path by its words, not by its identity
  const found = useMemo(() => (whole ? placeIn(body.text, path) : undefined), [whole, body.text, place]);
  if (body.error !== undefined) return <p className="sub">{body.error}</p>;
  if (body.bytes === undefined) return <p className="sub t3">Reading message {seq}</p>;
  if (!found) return <p className="sub t3">Message {seq} is too large to be shown here. Raw has all of it.</p>;
  if (isJsonObject(found.value) && Object.keys(found.value).length === 0) return <p className="sub mono">{'{}'}</p>;
  return (
    <CodeBox>
      <JsonTree key={seq} label={label} value={found.value} bytes={body.bytes} lineNumbers={false} />
    </CodeBox>
  );
}
