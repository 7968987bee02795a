/** Numbers that look random and are the same on every run. */
export class Seeded {
  #state: number;
  constructor(seed: number) {
    this.#state = seed * 2_654_435_761 + 1;
  }
  below(most: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((this.#state / 4_294_967_296) * most);
  }
  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T; // the list is not empty
  }
}
