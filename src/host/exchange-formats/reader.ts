import type { Detection } from '#shared/candidates.ts';
import type { ClientId } from '#shared/config.ts';

/** Where a text came from, as far as it is known. */
export interface TextSource {
  /** Absolute path of its file. */
  file?: string;
  /** Its name, where it came without a path. */
  name?: string;
  /** The client whose file it is. */
  client?: ClientId;
}

/**
 * One kind of text that names servers. `test` is asked first, in the order of the list, and must be sure and quick;
 * `read` then answers for good. Both are pure and never throw. The text has no byte order mark and no outer blanks.
 */
export interface Reader {
  test(text: string): boolean;
  read(text: string, source: TextSource): Detection;
}
