import { writeJson } from '#shared/exact-json.ts';
import type { JsonObject } from '#shared/json.ts';
import type { HeaderList } from '#shared/records.ts';
import { messageOfValue, type Parsed } from './messages.ts';
import type { ChannelEnd, Outgoing, Transport } from './ports.ts';
import { plainObject } from './request-draft.ts';
import { sendRecorded } from './send-recorded.ts';
import type { Tap } from './tap.ts';

/** Sends what gets no answer: notifications, answers of ours, text as it is. A refusal is noted, never thrown. */
export class OneWay {
  readonly #deps: { readonly transport: Transport; readonly tap: Tap };
  /** Their channels, and what travels there, so that a refusal of one is not lost. */
  readonly #posts = new Map<string, string>();

  constructor(deps: { readonly transport: Transport; readonly tap: Tap }) {
    this.#deps = deps;
  }

  /** Resolves when it was handed over. `what` names the message where it is refused. */
  async send(message: JsonObject, headers: HeaderList, what: string): Promise<void> {
    const parsed = messageOfValue(plainObject(message));
    await this.hand({ text: writeJson(message), headers }, { messages: parsed ? [parsed] : [], batch: false }, what);
  }

  /** As `send`, of a text that is sent as it is. */
  async hand(out: Omit<Outgoing, 'ch'>, parsed: Parsed, what: string): Promise<void> {
    const { transport, tap } = this.#deps;
    const ch = transport.channel();
    this.#posts.set(ch, what);
    try {
      await sendRecorded(this.#deps, { ...out, ch }, parsed);
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      tap.note({ what: 'not-sent', level: 'warn', text: `A message could not be sent: ${why}` });
    }
    if (transport.kind === 'stdio') this.#posts.delete(ch);
  }

  /** A channel ended. */
  ended({ ch, error, status }: ChannelEnd): void {
    const what = this.#posts.get(ch);
    if (what === undefined) return;
    this.#posts.delete(ch);
    if (!error && (status === undefined || status < 400)) return;
    const why = error?.message ?? `HTTP ${status}`;
    this.#deps.tap.note({ what: 'post-refused', level: 'warn', text: `The server did not take ${what}: ${why}` });
  }
}
