import { homedir } from 'node:os';
import { ensureDataDir, resolveDataDir } from '#host/store/data-dir.ts';

/** The data folder of a command, made when it is missing; `flag` is the value of --data-dir. Throws IO. */
export async function openDataDir(flag: string | undefined): Promise<string> {
  const dataDir = resolveDataDir({
    env: process.env,
    platform: process.platform,
    home: homedir(),
    ...(flag === undefined ? {} : { flag }),
  });
  await ensureDataDir(dataDir);
  return dataDir;
}
