import { isAscii } from 'node:buffer';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, sep } from 'node:path';
import { constants, Script } from 'node:vm';

/** What the file of a chunk's compiled code ends with; scripts/lib/code-cache.mjs writes it. */
export const SUFFIX = '.code';
type Loaded = (exports: unknown, require: NodeJS.Require, module: NodeJS.Module, file: string, folder: string) => void;

function readOrNothing(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** The build writes chunks in ASCII: a byte for each character is read and kept faster than UTF-8. */
function readText(file: string): string {
  const bytes = readFileSync(file);
  return bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
}

/**
 * The script of one built CommonJS file: a function of `exports`, `require`, `module`, the file and its folder. With
 * the code beside it the engine has nothing to compile; code of another engine or of other text is not used.
 */
export function scriptOf(file: string, cachedData?: Buffer): Script {
  return new Script(`(function (exports, require, module, __filename, __dirname) { ${readText(file)}\n})`, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

/** Makes the chunks below `folder` be loaded by the script that is given for each, as ever where there is none. */
export function loadChunks(folder: string, scriptFor: (file: string) => Script | undefined): void {
  const require = createRequire(join(folder, 'cli.js'));
  const usual = require.extensions['.js'];
  const own = join(folder, 'chunks') + sep;
  require.extensions['.js'] = (module: NodeJS.Module, file: string) => {
    const script = file.startsWith(own) ? scriptFor(file) : undefined;
    if (script === undefined) return usual(module, file);
    const load = script.runInThisContext() as Loaded; // the text above is such a function
    load.call(module.exports, module.exports, createRequire(file), module, file, dirname(file));
  };
}

/** Makes chunks be loaded from their compiled code: reading and compiling is a good part of what a command takes. */
export function loadKeptCode(folder: string): void {
  loadChunks(folder, (file) => {
    const cachedData = readOrNothing(`${file}${SUFFIX}`);
    return cachedData && scriptOf(file, cachedData);
  });
}
