import Module from 'node:module';
import * as fake from './electron.ts';

// The alias of vitest covers our own imports. A CommonJS package's require('electron') goes to Node's loader,
// where the real package would try to download its binary in the middle of a unit test.
// Node 20 has no public hook for require; `_load` is what packages have always patched.
const loader = Module as unknown as { _load(id: string, ...rest: unknown[]): unknown };
const load = loader._load;
loader._load = function (id, ...rest) {
  return id === 'electron' || id === 'electron/main' ? fake : load.call(this, id, ...rest);
};
