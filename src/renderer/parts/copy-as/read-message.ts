import type { HostClient } from '../../store/host.ts';

/** Longest message that is put on the clipboard. */
const MOST = 4_194_304;

/** The text of a message as the log keeps it; rejects with a sentence when it is too large or no text. */
export async function readMessage(host: HostClient, sessionId: string, seq: number): Promise<string> {
  const body = await host['log.body']({ sessionId, seq, from: 0, bytes: MOST });
  if (body.more) throw new Error('The message is over 4 MB. Use Export instead.');
  if (body.base64) throw new Error('The message is not UTF-8 text.');
  return body.text;
}
