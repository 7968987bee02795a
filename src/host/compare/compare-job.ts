import type { ComparePart, Comparison } from '#shared/compare.ts';

/** One listing as the pages that carried it. */
export interface ListInput {
  /** Key of the items in each result. */
  key: string;
  /** Bytes of the answers, in order. */
  pages: { bytes: Uint8Array; rpcId: string | number }[];
}

/** One side as it lies in the log; the worker reads it. */
export type SideInput =
  | {
      of: 'message';
      rpcId?: string | number | undefined;
      request?: Uint8Array | undefined;
      response?: Uint8Array | undefined;
      /** The response is a listing, with its items under this key. */
      listKey?: string | undefined;
    }
  /** `item`: only the one whose `idKey` has this text. */
  | { of: 'list'; list: ListInput; item?: { idKey: string; text: string } | undefined }
  /** `hello` is JSON text. */
  | { of: 'session'; hello: string; lists: Record<string, ListInput> };

/** What a worker is asked to compare. */
export interface CompareJob {
  a: SideInput;
  b: SideInput;
  part?: ComparePart | undefined;
  ignore: readonly string[];
}

/** What comes of it; `refused` is a sentence for a person. */
export type CompareOutcome = Omit<Comparison, 'a' | 'b' | 'subject'> | { refused: string };
