import { readFileSync } from 'node:fs';
import { Script } from 'node:vm';

/** The bundled scripts that run in every document, one for each world. */
export interface WorldScripts {
  main: string;
  isolated: string;
}

/** The source for the page's own world. */
export function mainScript(scripts: WorldScripts): string {
  return `(() => {${scripts.main}\nstandInWorld.start();})()`;
}

/**
 * The source for the isolated world, with the app's preload in it.
 * @param onError hears why a preload cannot be read or parsed; the source is then without one
 */
export function isolatedScript(
  scripts: WorldScripts,
  path: string | undefined,
  onError: (error: Error) => void,
): string {
  const { platform, arch, versions } = process;
  const info = {
    platform,
    arch,
    versions,
    type: 'renderer',
    sandboxed: true,
    contextIsolated: true,
    env: {},
    argv: [],
  };
  let preload = '';
  try {
    if (path) {
      preload = `, function (require, module, exports, process) {${readFileSync(path, 'utf8')}\n}`;
      // A syntax error would take the whole script with it, in silence.
      new Script(`(0${preload})`, { filename: path });
    }
  } catch (error) {
    preload = '';
    onError(error instanceof Error ? error : new Error(String(error)));
  }
  return `(() => {${scripts.isolated}\nstandInWorld.start(${JSON.stringify(info)}${preload});})()`;
}
