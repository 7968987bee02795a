import { ensureBuilt } from './build.mjs';
import { buildStandin } from './build-standin.mjs';

/** Before tests that drive a browser: the app and the stand-in for Electron are as their sources are. */
export async function setup() {
  await buildStandin();
  if (!ensureBuilt()) throw new Error('the build failed; its output is above');
}
