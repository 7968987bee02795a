import { useMemo } from 'react';
import { prettyJson } from '../../parts/copy-as/raw-json.ts';
import { HexView } from '../../parts/hex-view.tsx';
import { PayloadText } from '../../parts/payload-text.tsx';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { type RecordBody, useRecordBody } from '../../parts/use-record-body.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formatSize } from '../../ui/format.ts';
import { hideMeta } from './hide-meta.ts';

export interface WireTextProps {
  readonly sessionId: string;
  readonly seq: number;
  readonly as: 'text' | 'bytes';
  /** JSON over several lines. */
  readonly pretty: boolean;
  /** Leaves the content of `_meta` out. */
  readonly bare: boolean;
}

/** Between two parts, each of which may end in padding. */
const AFTER_PADDING = /(?<==)(?!=)/;

/** The bytes that were read so far. */
function bytesOf({ text, base64 }: Pick<RecordBody, 'text' | 'base64'>): Uint8Array {
  if (!base64) return new TextEncoder().encode(text);
  const binary = text
    .split(AFTER_PADDING)
    .map((part) => atob(part))
    .join('');
  return Uint8Array.from(binary, (char) => char.charCodeAt(0));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The text as it is asked for; what is no JSON stays as it is. */
export function wireText(text: string, { pretty, bare }: { pretty: boolean; bare: boolean }): string {
  if ((!pretty && !bare) || !isJson(text)) return text;
  const laidOut = pretty ? prettyJson(text) : text;
  return bare ? hideMeta(laidOut) : laidOut;
}

/** The chosen line, read from the host: its exact text, laid out if wanted, or its bytes. */
export function WireText({ sessionId, seq, as, pretty, bare }: WireTextProps) {
  const body = useRecordBody(sessionId, seq);
  const { text, base64, more } = body;
  const whole = body.bytes !== undefined && !more && !base64;
  const shown = useMemo(
    () => ({ ...body, text: whole ? wireText(text, { pretty, bare }) : text }),
    [body, whole, text, pretty, bare],
  );
  const bytes = useMemo(() => (as === 'bytes' ? bytesOf({ text, base64 }) : undefined), [as, text, base64]);
  const problem = body.error !== undefined && (
    <Callout kind="err" title="The line could not be read">
      {body.error}
    </Callout>
  );
  if (body.bytes === undefined) {
    return (
      <ScrollPane label="Text of the line">{problem || <p className="fs12 t3">Reading message {seq}</p>}</ScrollPane>
    );
  }
  if (!bytes) {
    return (
      <ScrollPane label="Text of the line">
        <PayloadText key={seq} body={shown} label="Selected line" />
        {problem}
      </ScrollPane>
    );
  }
  return (
    <div className="pane-b hex-box">
      <HexView key={seq} label="Bytes of the line" bytes={bytes} />
      {more && (
        <p className="row hex-more">
          <Button size="sm" onClick={body.next} disabled={body.loading}>
            Show more
          </Button>
          <span className="fs11 t3 tn">
            {bytes.length.toLocaleString('en-US')} bytes of {formatSize(body.bytes)} shown
          </span>
        </p>
      )}
      {problem}
    </div>
  );
}
