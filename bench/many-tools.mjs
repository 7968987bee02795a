import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { startHost, startServer, until } from './lib/host.mjs';
import { idleStrain, keepClicking, openPage, readStrain, showServer } from './lib/page.mjs';
import { manyTools } from './lib/paths.mjs';
import { createReader, HELLO } from './lib/reference.mjs';
import { strainRows } from './lib/strain.mjs';
import { ratioRow } from './lib/table.mjs';

const RUNS = 3;
const WHAT = '5,000 tools over 50 pages';
/** As those of the floods. */
const HOST_BAR = 2;
const SCREEN_BAR = 4;

/** Milliseconds from the start of the server to the last page, by hand: each line is parsed and appended to a file, as by every reference. */
async function listByHand(dir) {
  const started = performance.now();
  const child = spawn(process.execPath, [manyTools], { stdio: ['pipe', 'pipe', 'ignore'] });
  const record = createReader(join(dir, 'reference-list.jsonl'), true);
  let id = 0;
  const waiting = new Map();
  child.stdout.on('data', (chunk) => record.feed(chunk, (_, message) => waiting.get(message.id)?.(message.result)));
  const call = (method, params) =>
    new Promise((resolve) => {
      id += 1;
      waiting.set(id, resolve);
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    });
  await call(HELLO.method, HELLO.params);
  let tools = 0;
  let cursor;
  do {
    const page = await call('tools/list', cursor === undefined ? {} : { cursor });
    tools += page.tools.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  record.close();
  const took = performance.now() - started;
  child.kill();
  if (tools !== 5000) throw new Error(`${tools} tools were listed by hand`);
  return took;
}

/** The page has shown a small list before, as after the first minute of use: its code is loaded. */
async function warm(host, page) {
  await host.call('settings.save', { loadAllPages: true });
  await startServer(host, 'few', manyTools, { TOOLS: '100' });
  await showServer(page, 'few', 'Tools');
  await page.getByPlaceholder(/^Filter 100 tools/).waitFor();
}

async function oneRun(host, page, dir) {
  await warm(host, page);
  const idle = await idleStrain(page);
  // Both work beside a page that is clicked.
  const stop = keepClicking(page);
  const reference = await listByHand(dir);
  const started = performance.now();
  const listed = startServer(host, 'many', manyTools).then(async (sessionId) => {
    const whole = () => {
      const { status, count } = host.entity('catalog', `${sessionId}:tools`) ?? {};
      return status === 'ready' && count === 5000;
    };
    await until('the whole list', whole);
    return performance.now() - started;
  });
  await page.getByRole('link', { name: /^many,/ }).waitFor();
  await showServer(page, 'many', 'Tools');
  await page.getByPlaceholder(/^Filter 5,?000 tools/).waitFor();
  const onScreen = performance.now() - started;
  const list = page.getByRole('region', { name: 'Tools' });
  await list.getByRole('searchbox').fill('tool_04999');
  await list.getByText('tool_04999', { exact: true }).first().waitFor();
  await stop();
  return { reference, host: await listed, onScreen, idle, busy: await readStrain(page) };
}

/** A server with thousands of tools: listed to the end, shown, filtered. */
export async function benchManyTools(freshDir) {
  const runs = [];
  for (let run = 0; run < RUNS; run += 1) {
    const dir = freshDir();
    const host = await startHost(dir);
    const { browser, page } = await openPage(host.url);
    try {
      runs.push(await oneRun(host, page, dir));
    } finally {
      await browser.close();
      await host.stop();
    }
  }
  const row = (what, figure, bar) =>
    ratioRow(
      `${WHAT}: ${what}`,
      runs.map((run) => ({ reference: run.reference, figure: run[figure] })),
      bar,
    );
  return [
    row('from the start of the server until the host has them', 'host', HOST_BAR),
    row('until the page shows their count', 'onScreen', SCREEN_BAR),
    ...strainRows(WHAT, runs),
  ];
}
