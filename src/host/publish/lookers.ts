import type { Source } from '#shared/rpc.ts';

/** Whether anybody looks at the app: pages hold a source open for as long as a person can see them. */
export class Lookers {
  #pages = 0;
  #ever = false;

  /** True once every page that was ever seen is hidden or gone; a host without pages has nobody to wait for. */
  get away(): boolean {
    return this.#ever && this.#pages === 0;
  }

  source(): Source<never> {
    this.#pages += 1;
    this.#ever = true;
    let open = true;
    return {
      take: () => [],
      close: () => {
        if (open) this.#pages -= 1;
        open = false;
      },
    };
  }
}
