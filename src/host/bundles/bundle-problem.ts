/** Why a bundle is refused: a title and a sentence for a person. */
export class BundleProblem extends Error {
  readonly title: string;
  constructor(title: string, detail: string) {
    super(detail);
    this.name = 'BundleProblem';
    this.title = title;
  }
}

/** The file is not what a bundle is. */
export function notABundle(detail: string): BundleProblem {
  return new BundleProblem('This is no bundle that can be read', detail);
}

/** The file could do harm when it is unpacked, whether on purpose or not. */
export function unsafeBundle(detail: string): BundleProblem {
  return new BundleProblem(
    'This bundle is refused',
    `${detail} Nothing was unpacked. Ask whoever made it for another one.`,
  );
}
