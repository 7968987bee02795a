/**
 * `npm start`: the desktop window where Electron can run, else the page in a browser, and says why.
 * `--browser` and `--desktop` choose; every other argument goes to `wirebench serve` or to Electron.
 */
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { findElectron } from './lib/electron-path.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { requireNode, root, runInForeground, say } from './lib/process.mjs';

const given = process.argv.slice(2);
const choice = given.includes('--browser') ? 'browser' : given.includes('--desktop') ? 'desktop' : 'auto';
const rest = given.filter((argument) => argument !== '--browser' && argument !== '--desktop');
/** Milliseconds: an Electron that fails sooner never showed a window. */
const earlyExit = 3000;

function whyNoDesktop() {
  if (process.platform !== 'linux') return undefined;
  if (!process.env.DISPLAY && !process.env.WAYLAND_DISPLAY)
    return 'there is no display (DISPLAY and WAYLAND_DISPLAY are not set)';
  if (process.getuid?.() === 0 && !rest.includes('--no-sandbox'))
    return 'root cannot use the sandbox of Chromium (--no-sandbox insists)';
  return undefined;
}

function openInBrowser(why) {
  if (why) say(`no desktop window: ${why}. Using a browser instead.`);
  const args = rest.filter((argument) => argument !== '--no-sandbox');
  runInForeground(process.execPath, [join(root, 'out', 'main', 'cli.js'), 'serve', ...args], ({ code }) =>
    process.exit(code),
  );
}

function openOnDesktop(path) {
  const started = Date.now();
  runInForeground(path, ['.', ...rest], ({ code, asked }) => {
    const early = code !== 0 && !asked && Date.now() - started < earlyExit;
    if (early && choice === 'auto') openInBrowser(`Electron stopped at once (exit ${code})`);
    else process.exit(code);
  });
}

requireNode();
ensureInstalled();
if (!ensureBuilt()) {
  say('the build failed; its output is above.');
  process.exit(1);
}
if (choice === 'browser') openInBrowser();
else {
  const blocked = whyNoDesktop();
  const found = blocked ? { why: blocked } : findElectron();
  if (found.path) openOnDesktop(found.path);
  else if (choice === 'auto') openInBrowser(found.why);
  else {
    say(`no desktop window: ${found.why}. Leave --desktop out to use a browser.`);
    process.exit(1);
  }
}
