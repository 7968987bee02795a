import type { Parsed } from './messages.ts';
import type { Outgoing, Transport } from './ports.ts';
import type { Tap } from './tap.ts';

/**
 * Hands a message to the transport and sees to it that it is recorded, in any case before the turn is over: on stdio
 * before it is sent, over HTTP when the head of its request was. `recorded` is told the number of the record. Rejects
 * as the transport does.
 */
export function sendRecorded(
  { transport, tap }: { transport: Transport; tap: Tap },
  out: Outgoing,
  parsed: Parsed,
  recorded?: (seq: number) => void,
): Promise<void> {
  let done = false;
  const record = (): void => {
    if (done) return;
    done = true;
    const seq = tap.out(out.ch, out.text, parsed);
    recorded?.(seq);
  };
  if (transport.kind === 'stdio') {
    record();
    return transport.send(out);
  }
  const sent = transport.send({ ...out, record });
  record();
  return sent;
}
