import type { Connector } from './connector.ts';
import type { Profile } from './era/era.ts';
import { greetAgain } from './era/negotiate.ts';
import { RpcFault } from './fault.ts';
import type { Connection } from './kernel.ts';
import type { Clock } from './ports.ts';
import type { NoteDraft } from './tap.ts';

/** A new session that never worked is not replaced by yet another one before this time is over. */
const AGAIN_AFTER_MS = 30_000;

export interface RenewalDeps {
  connector: Connector;
  clock: Clock;
  connection(): Connection | undefined;
  profile(): Profile;
  limitMs: number;
  note(draft: NoteDraft): void;
  renewed(connection: Connection): void;
  /** The old way is closed and there is no new one. */
  failed(why: string): void;
}

/** Makes a new legacy HTTP session when the server forgot the old one (HSL-04). */
export class Renewal {
  readonly #deps: RenewalDeps;
  #running: Promise<boolean> | undefined;
  #unprovenSince: number | undefined;

  constructor(deps: RenewalDeps) {
    this.#deps = deps;
  }

  /** A request was answered, so the session of now is good. */
  worked(): void {
    this.#unprovenSince = undefined;
  }

  /** True when there is a new session and the call may be sent again. Throws when only a person may decide that. */
  async mend(fault: RpcFault, repeatable: boolean): Promise<boolean> {
    if (!this.#forgotten(fault)) return false;
    this.#running ??= this.#renew().finally(() => {
      this.#running = undefined;
    });
    if (!(await this.#running)) return false;
    if (repeatable) return true;
    throw new RpcFault(
      'lost',
      'The server had forgotten the session, so the call did not run. There is a new session now.',
      {
        todo: 'It was not repeated by itself because the tool may change something. Run it again if you want it.',
      },
    );
  }

  #forgotten(fault: RpcFault): boolean {
    const connection = this.#deps.connection();
    if (connection?.era.name !== 'legacy' || connection.link.variant === 'sse') return false;
    return connection.link.transport.kind === 'http' && fault.status === 404 && fault.code !== -32601;
  }

  async #renew(): Promise<boolean> {
    const { clock, connector, connection, note, profile, limitMs, renewed, failed } = this.#deps;
    const now = clock.mono();
    if (this.#unprovenSince !== undefined && now - this.#unprovenSince < AGAIN_AFTER_MS * 1000) {
      note({
        what: 'session-lost',
        level: 'warn',
        text: 'The new session was lost at once too. No further one is made by itself.',
      });
      return false;
    }
    this.#unprovenSince = now;
    note({ what: 'session-lost', level: 'warn', text: 'The server forgot the session (HTTP 404). A new one is made.' });
    try {
      const old = connection();
      if (!old) return false;
      const link = await connector.reopen('default', 'the server forgot the session');
      renewed({ ...(await greetAgain(link, old.era, profile(), limitMs)), link });
      return true;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      failed(`The server forgot the session, and a new one could not be made: ${why}`);
      return false;
    }
  }
}
