import { messageOf } from '#shared/errors.ts';
import { readScript } from '#shared/script/read-script.ts';
import type { RunScript } from '#shared/script/run-script.ts';
import { UsageError } from '../usage.ts';

/** Reads YAML or JSON, which is YAML too. Throws UsageError with the place of the first mistake. */
export async function readRunScript(text: string, path: string): Promise<RunScript> {
  try {
    return await readScript(text, path);
  } catch (error) {
    throw new UsageError(messageOf(error));
  }
}
