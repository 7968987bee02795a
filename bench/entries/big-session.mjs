/**
 * Writes a session of many records as the app does: its log, its views, its index. Bundled by big.mjs of the folder
 * above. Arguments: sessions folder, number of records. Prints `{sessionId, dir, rows}`.
 *
 * A fifth of the records are lines of stderr, two fifths notifications, two fifths calls and their answers. Every
 * thousandth call fails, every five thousandth names a needle in its arguments.
 */
import { join } from 'node:path';
import { createLogViews } from '#host/publish/log-views.ts';
import { sessionFolderName } from '#host/store/session-file.ts';
import { createWireLog } from '#host/store/wire-log.ts';
import { ServerConfig } from '#shared/config.ts';

const [sessionsDir, count] = process.argv.slice(2);
const RECORDS = Number(count);
const STARTED = Date.UTC(2026, 0, 1);
const STEP_US = 250;
const same = { record: (record) => record, chunks: (chunks) => chunks };

const config = ServerConfig.parse({
  id: 'big',
  name: 'big',
  endpoint: { kind: 'stdio', command: 'node', args: ['big.mjs'], env: {} },
});
const sessionId = `b19${RECORDS}`;
const log = createWireLog({
  dir: join(sessionsDir, sessionFolderName(config.id, new Date(STARTED))),
  meta: { sessionId, serverId: config.id, config, startedAt: STARTED },
  redact: same,
});
const views = createLogViews({ log });

let seq = 0;
const add = (draft) => {
  seq += 1;
  views.add(log.append({ seq, t: STARTED * 1000 + seq * STEP_US, m: seq * STEP_US, ...draft }));
};
const frame = (dir, message) => ({
  k: 'frame',
  dir,
  ch: 'stdio',
  text: JSON.stringify({ jsonrpc: '2.0', ...message }),
});

for (let id = 1; seq + 5 < RECORDS; id += 1) {
  const arguments_ = { id, text: id % 5000 === 1 ? 'a needle in it' : `what call ${id} is about` };
  add(frame('out', { id, method: 'tools/call', params: { name: `tool_${id % 40}`, arguments: arguments_ } }));
  add(
    frame('in', {
      method: 'notifications/message',
      params: { level: id % 100 ? 'info' : 'warning', logger: 'big', data: `call ${id} has begun` },
    }),
  );
  add({ k: 'stderr', text: `[worker ${id % 8}] call ${id}: reading the list of files` });
  add(
    frame('in', {
      method: 'notifications/message',
      params: { level: 'debug', logger: 'big', data: `call ${id} is half done` },
    }),
  );
  const content = [{ type: 'text', text: `the result of call ${id}` }];
  add(frame('in', { id, result: id % 1000 === 1 ? { content, isError: true } : { content } }));
}
while (seq < RECORDS - 1) add({ k: 'stderr', text: 'the last lines' });
add({
  k: 'note',
  what: 'state',
  text: 'The session has ended.',
  level: 'info',
  data: { at: 'closed', reason: 'user' },
});
log.close({ at: 'closed', reason: 'user' });
log.keep(views.folded());
const { dir } = log;
log.dispose();
process.stdout.write(`${JSON.stringify({ sessionId, dir, rows: views.counts().traffic })}\n`);
