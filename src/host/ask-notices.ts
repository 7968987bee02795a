import type { PendingInput } from '#shared/entities.ts';
import { askNotice, waitsForPerson } from '#shared/waits-for-person.ts';
import type { AskNotice, ShellServices } from './host-options.ts';
import type { StatePublisher } from './publish/state-source.ts';

export interface AskNoticesDeps {
  /** The newest of each question, of all servers. */
  asks(): PendingInput[];
  serverName(serverId: string): string;
  wanted(): boolean;
  notify(notice: AskNotice | undefined): void;
}

/**
 * Hands the shell one notice when a server begins to wait for a person, and takes it back when nothing waits any more.
 * Never anything of what is asked: it can be read over a shoulder (DESIGN S22).
 */
export class AskNotices {
  readonly #deps: AskNoticesDeps;
  readonly #waiting = new Set<string>();

  constructor(deps: AskNoticesDeps) {
    this.#deps = deps;
  }

  /** A question changed; it is among `asks` by now. */
  saw(ask: PendingInput): void {
    const { notify } = this.#deps;
    if (!waitsForPerson(ask)) {
      if (this.#waiting.delete(ask.id) && !this.#deps.asks().some(waitsForPerson)) notify(undefined);
      return;
    }
    if (this.#waiting.has(ask.id)) return;
    this.#waiting.add(ask.id);
    if (!this.#deps.wanted()) return;
    const count = this.#deps.asks().filter(waitsForPerson).length;
    notify(askNotice(ask, this.#deps.serverName(ask.serverId), count));
  }
}

/** For a shell that shows notices; undefined for one that does not. */
export function askNoticesFor(
  { notify }: ShellServices,
  state: StatePublisher,
  wanted: () => boolean,
): AskNotices | undefined {
  if (!notify) return undefined;
  const serverName = (id: string) => state.get('server', id)?.config.name ?? 'A server';
  return new AskNotices({ asks: () => state.all('pending'), serverName, wanted, notify });
}
