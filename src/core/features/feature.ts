import type { Verb, VerbParsed } from '#shared/verbs.ts';
import type { Catalogs } from '../catalogs.ts';
import type { Kernel } from '../kernel.ts';
import type { OperationHandle } from '../operations.ts';
import type { Answer } from '../peer.ts';
import type { TaskMemory } from '../task-memory.ts';
import type { WishBook } from '../wishes.ts';

/** Carries out one verb. Resolves without an answer when there is no result to show; rejects with an RpcFault. */
export type VerbHandler<V extends Verb> = (
  input: VerbParsed<V>,
  operation: OperationHandle,
) => Promise<Answer | undefined>;

export type VerbTable = { [V in Verb]?: VerbHandler<V> };

/** What the session's owner gives to features. */
export interface FeatureContext {
  /** Folders the server may know of. */
  roots(): { uri: string; name?: string | undefined }[];
  /** Tasks that outlive a session. */
  tasks: TaskMemory;
  /** Watched resources and the level of log messages. */
  wishes: WishBook;
  /** Reads and shows a list again. */
  catalogs: Catalogs;
}

/** One MCP feature: adds handlers to a session and carries out its verbs. */
export interface Feature {
  readonly name: string;
  attach(kernel: Kernel, context: FeatureContext): VerbTable;
}
