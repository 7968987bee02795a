import type { ToolAsker } from '#shared/approvals.ts';
import type { RunConfig } from '#shared/config.ts';
import type { StateChange } from '#shared/entities.ts';
import type { Failure, Wishes } from '#shared/session.ts';
import type { ListRules } from './catalogs.ts';
import type { ConnectFailure } from './connector.ts';
import type { Recalled } from './era/negotiate.ts';
import type { Feature } from './features/feature.ts';
import type { Clock, OpenTransport, RecordSink } from './ports.ts';
import type { RuleJudge } from './rules.ts';
import type { TaskMemory } from './task-memory.ts';

/** What is known of a failure, for better words than core can find. */
export type FailureFacts = Pick<ConnectFailure, 'reason' | 'end' | 'fault'> & { phase: 'connecting' | 'ready' };

export interface SessionOptions {
  id: string;
  serverId: string;
  config: RunConfig;
  openTransport: OpenTransport;
  clock: Clock;
  /** Takes every record before anyone acts on it. */
  sink: RecordSink;
  publish(change: StateChange): void;
  /** A copy without secrets, for what is shortened before it is published; absent: there are none. */
  redact?: (<T>(value: T) => T) | undefined;
  /** The era this server was found to speak last time. */
  recall?: Recalled | undefined;
  /** Keeps it for the next session; undefined forgets it. */
  remember(era: Recalled | undefined): void;
  /** Folders the server may know of. */
  roots(): { uri: string; name?: string | undefined }[];
  /** What the last session of this server was asked for, and how this one's is kept for the next. */
  wishes?: { recalled: Wishes | undefined; keep(wishes: Wishes): void };
  /** Tasks of this server that had not ended when its last session did. */
  tasks?: TaskMemory | undefined;
  /** True while nobody looks at the app: what can wait is asked for less often. */
  background?(): boolean;
  /** Looks for a rule that answers in the place of a person; absent: none does. */
  judge?: RuleJudge | undefined;
  /** Rounds of questions one call may have. */
  roundLimit?: (() => number) | undefined;
  /** Absent: every page is read, and a list that changed is read again. */
  lists?: ListRules | undefined;
  /** Random bytes in hexadecimal. */
  randomHex(bytes: number): string;
  features?: readonly Feature[];
  /** Better words for a failure, from stderr and what else the host knows. */
  explain?(failure: Failure, facts: FailureFacts): Failure | Promise<Failure>;
}

/** Who starts an operation. */
export interface RunBy {
  unruled?: boolean;
  by?: ToolAsker | undefined;
}

/** The value itself: there are no secrets to take out. */
export const asIs = <T>(value: T): T => value;
