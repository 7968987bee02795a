import { resolveDataDir } from '#host/store/data-dir.ts';

/** The data folder for the desktop shell: `--data-dir DIR`, else the environment, else the platform's place. */
export function dataDirFrom(argv: readonly string[], env: Record<string, string | undefined>, home: string): string {
  const at = argv.indexOf('--data-dir');
  const inline = argv.find((argument) => argument.startsWith('--data-dir='));
  const flag = inline?.slice('--data-dir='.length) ?? (at >= 0 ? argv[at + 1] : undefined);
  return resolveDataDir({ env, platform: process.platform, home, ...(flag === undefined ? {} : { flag }) });
}
