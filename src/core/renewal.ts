import type { Connector } from './connector.ts';
import type { Profile } from './era/era.ts';
import { greetAgain } from './era/negotiate.ts';
import { RpcFault } from './fault.ts';
import type { Clock } from './ports.ts';
import type { Connection } from './requests.ts';
import type { NoteDraft } from './tap.ts';

/** A new session that never worked is not replaced by yet another one before this time is over. */
const AGAIN_AFTER_MS = 30_000;
/** Refusals in a row that speak of the session, after which it is taken as lost without a 404. */
const TOLD_TIMES = 2;
const TOLD_CODES = [-32000, -32001, -32002, -32600];
const TOLD_WORDS = /\bsession\b|not (?:been )?initiali[sz]ed/i;
const NO_404 = 'It should have answered HTTP 404, which means just that.';

export interface RenewalDeps {
  connector: Connector;
  clock: Clock;
  connection(): Connection | undefined;
  profile(): Profile;
  limitMs: number;
  note(draft: NoteDraft): void;
  /** A copy without secrets. */
  redact<T>(value: T): T;
  renewed(connection: Connection): void;
  /** The old way is closed and there is no new one. */
  failed(why: string): void;
}

/** Makes a new legacy HTTP session when the server forgot the old one (HSL-04). */
export class Renewal {
  readonly #deps: RenewalDeps;
  #running: Promise<boolean> | undefined;
  #unprovenSince: number | undefined;
  #told = 0;

  constructor(deps: RenewalDeps) {
    this.#deps = deps;
  }

  /** A request was answered, so the session of now is good. */
  worked(): void {
    this.#unprovenSince = undefined;
    this.#told = 0;
  }

  /** True when there is a new session and the call may be sent again. Throws when only a person may decide that. */
  async mend(fault: RpcFault, repeatable: boolean): Promise<boolean> {
    const lost = this.#forgotten(fault);
    if (lost === undefined) return false;
    this.#running ??= this.#renew(lost).finally(() => {
      this.#running = undefined;
    });
    if (!(await this.#running)) return false;
    if (repeatable) return true;
    throw new RpcFault(
      'lost',
      `The server had forgotten the session, so the call did not run. There is a new session now.${lost === '404' ? '' : ` ${NO_404}`}`,
      {
        todo: 'It was not repeated by itself because the tool may change something. Run it again if you want it.',
      },
    );
  }

  /** How the server says that the session is gone: by 404, or in words, several times in a row. */
  #forgotten(fault: RpcFault): '404' | 'words' | undefined {
    const connection = this.#deps.connection();
    if (connection?.era.name !== 'legacy' || connection.link.variant === 'sse') return undefined;
    if (connection.link.transport.kind !== 'http') return undefined;
    if (fault.status === 404) return fault.code === -32601 ? undefined : '404';
    const speaksOfIt =
      fault.kind === 'protocol' && TOLD_CODES.includes(fault.code ?? 0) && TOLD_WORDS.test(fault.message);
    this.#told = speaksOfIt ? this.#told + 1 : 0;
    return this.#told >= TOLD_TIMES ? 'words' : undefined;
  }

  async #renew(lost: '404' | 'words'): Promise<boolean> {
    const { clock, connector, connection, note, redact, profile, limitMs, renewed, failed } = this.#deps;
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
    this.#told = 0;
    const text =
      lost === '404'
        ? 'The server forgot the session (HTTP 404). A new one is made.'
        : `The server refused ${TOLD_TIMES} requests in a row with words about the session, so a new one is made. ${NO_404}`;
    note({ what: 'session-lost', level: 'warn', text });
    try {
      const old = connection();
      if (!old) return false;
      const link = await connector.reopen('default', 'the server forgot the session');
      renewed({ ...(await greetAgain(link, old.era, { profile: profile(), limitMs, redact })), link });
      return true;
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      failed(`The server forgot the session, and a new one could not be made: ${why}`);
      return false;
    }
  }
}
