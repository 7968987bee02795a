import type { RpcId } from './messages.ts';

/** Ids beyond this are never reached; close to 2 ** 53 adding one would no longer give a new number. */
const MOST = 2 ** 52;

/** Request ids of a session: integers from 1, never used twice, whatever transport carries them. */
export class IdSource {
  #last = 0;
  next(): number {
    this.#last += 1;
    return this.#last;
  }
  /** Never hands out an id up to and including this one. */
  skip(id: RpcId): void {
    if (typeof id === 'number' && Number.isInteger(id) && id > this.#last && id <= MOST) this.#last = id;
  }
}
