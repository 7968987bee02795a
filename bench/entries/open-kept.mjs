/**
 * Opens a kept session at its end as a page asks for it, in a process of its own, and reads its index files raw beside
 * it. Bundled by big.mjs of the folder above. Arguments: sessions folder, session id, its folder, `raw` or `app` for
 * what is measured first. Prints `{figure, reference, filters}`: milliseconds, and how far a filter had looked when it
 * showed its first rows.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeptList } from '#host/kept/kept-list.ts';
import { SessionReader } from '#host/kept/session-reader.ts';

const PAGE = 500;
const [sessionsDir, sessionId, dir, first] = process.argv.slice(2);

function timeRaw() {
  const started = performance.now();
  let bytes = 0;
  for (const name of readdirSync(dir)) if (name.endsWith('.idx')) bytes += readFileSync(join(dir, name)).length;
  return { took: performance.now() - started, bytes };
}

const createReader = () =>
  new SessionReader({
    list: new KeptList(sessionsDir),
    live: () => undefined,
    messages: { run: async (jobs) => ({ result: jobs.map(() => []) }) },
  });

/** What the page does: it learns how many rows there are, and asks for the last ones. */
async function timeApp(reader) {
  const started = performance.now();
  const page = (from, count) => reader.use(sessionId, ({ views }) => views.page('traffic', from, count));
  const { total } = await page(0, 1);
  const { traffic } = await page(total - PAGE, PAGE);
  const took = performance.now() - started;
  if (traffic.length !== PAGE || traffic.at(-1).row !== total - 1) throw new Error('other rows came');
  return took;
}

/** Follows a filtered view until it has looked at everything; gives when its first rows came. */
async function firstHits(reader, query) {
  const started = performance.now();
  const facts = { query, rows: 0 };
  let looked = 0;
  const count = await reader.use(sessionId, ({ views }) => {
    const { rows } = views.folded();
    const peek = rows.peek.bind(rows);
    rows.peek = (row) => {
      looked = row + 1;
      return peek(row);
    };
    return rows.length;
  });
  let woken = () => undefined;
  const source = reader.watch(
    sessionId,
    ({ views }, wake) => views.watch('traffic', -1, { query }, wake),
    () => woken(),
  );
  let through = 0;
  let of = 0;
  for (let idle = 0; idle < 3; ) {
    const events = source.take(1000);
    for (const event of events) {
      if (event.t === 'search') [through, of] = [event.through, event.of];
      const rows = event.t === 'gap' ? event.to : (event.total ?? 0);
      facts.rows = Math.max(facts.rows, rows);
      if (rows > 0 && facts.first === undefined) {
        // Of the rows or of the payloads, whichever it has looked at more of.
        facts.first = { ms: performance.now() - started, share: Math.max(looked / count, of > 0 ? through / of : 0) };
      }
    }
    if (events.length > 0) facts.last = performance.now() - started;
    idle = events.length === 0 && (of === 0 || through >= of) ? idle + 1 : 0;
    // As often as the link of a page asks.
    await new Promise((resolve) => {
      const timer = setTimeout(resolve, 100);
      woken = () => {
        clearTimeout(timer);
        setTimeout(resolve, 16);
      };
    });
  }
  source.close();
  return { ...facts, of };
}

// Both read what the system has in memory already.
for (const name of readdirSync(dir)) readFileSync(join(dir, name));
const reader = createReader();
const before = first === 'raw' ? timeRaw() : undefined;
const figure = await timeApp(reader);
const { took: reference, bytes } = before ?? timeRaw();
const filters = [];
for (const query of ['status:"tool error"', 'needle']) filters.push(await firstHits(reader, query));
reader.close();
process.stdout.write(`${JSON.stringify({ figure, reference, bytes, filters })}\n`);
