import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { startHost, startServer } from './lib/host.mjs';
import { idleStrain, keepClicking, openPage, readStrain, showServer } from './lib/page.mjs';
import { manyTools } from './lib/paths.mjs';
import { strainRows } from './lib/strain.mjs';
import { ratioRow } from './lib/table.mjs';

const RUNS = 3;
const WHAT = '5,000 tools over 50 pages';
/** Chosen here: as the other lists and calls. */
const BAR = 2;

/** Milliseconds from the start of the server to the last page, by hand. */
async function listByHand() {
  const started = performance.now();
  const child = spawn(process.execPath, [manyTools], { stdio: ['pipe', 'pipe', 'ignore'] });
  let id = 0;
  const waiting = new Map();
  createInterface({ input: child.stdout }).on('line', (line) => {
    const message = JSON.parse(line);
    waiting.get(message.id)?.(message.result);
  });
  const call = (method, params) =>
    new Promise((resolve) => {
      id += 1;
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  const clientInfo = { name: 'reference', version: '1' };
  await call('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo });
  let tools = 0;
  let cursor;
  do {
    const page = await call('tools/list', cursor === undefined ? {} : { cursor });
    tools += page.tools.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  const took = performance.now() - started;
  child.kill();
  if (tools !== 5000) throw new Error(`${tools} tools were listed by hand`);
  return took;
}

async function oneRun(host, page) {
  const reference = await listByHand();
  const idle = await idleStrain(page);
  await host.call('settings.save', { loadAllPages: true });
  const stop = keepClicking(page);
  const started = performance.now();
  const starting = startServer(host, 'many', manyTools);
  await page.getByRole('link', { name: /^many,/ }).waitFor();
  await showServer(page, 'many', 'Tools');
  const all = page.getByPlaceholder(/^Filter 5,?000 tools/);
  const rest = page.getByRole('button', { name: 'Load all' });
  await rest.or(all).first().waitFor();
  if (await rest.isVisible()) await rest.click();
  await all.waitFor();
  const figure = performance.now() - started;
  await starting;
  const list = page.getByRole('region', { name: 'Tools' });
  await list.getByRole('searchbox').fill('tool_04999');
  await list.getByText('tool_04999', { exact: true }).first().waitFor();
  await stop();
  return { figure, reference, idle, busy: await readStrain(page) };
}

/** A server with thousands of tools: listed to the end, shown, filtered. */
export async function benchManyTools(freshDir) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    const host = await startHost(freshDir());
    const { browser, page } = await openPage(host.url);
    try {
      runs.push(await oneRun(host, page));
    } finally {
      await browser.close();
      await host.stop();
    }
  }
  return [
    ratioRow(`${WHAT}: from the start of the server to the count on its tab`, runs, BAR),
    ...strainRows(WHAT, runs),
  ];
}
