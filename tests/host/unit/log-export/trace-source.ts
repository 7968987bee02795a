import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { batchText, HiddenValues } from '#host/exchange-formats/log/hidden-values.ts';
import type { LeftOut, LogSource } from '#host/exchange-formats/log/log-source.ts';
import { openLogSource } from '#host/exchange-formats/log/open-log-source.ts';
import { writeLog } from '#host/exchange-formats/log/write-log.ts';
import { FORMAT, type SessionMeta } from '#host/store/session-file.ts';
import { ServerConfig } from '#shared/config.ts';
import type { LogFormat } from '#shared/log-export.ts';
import type { RecordDraft } from '#shared/records.ts';
import { stamper, temporaryFolder } from '../log-kit.ts';

export const HTTP = ServerConfig.parse({
  id: 'web',
  name: 'web server',
  endpoint: { kind: 'http', url: 'http://user:pw@127.0.0.1:40000/mcp?key=k', headers: [] },
});
export const STDIO = ServerConfig.parse({
  id: 'prog',
  name: 'program',
  endpoint: { kind: 'stdio', command: 'node', args: ['--token=abc'], env: { KEY: { secret: 'a-key' } } },
});

function metaOf(config: ServerConfig): SessionMeta {
  const hello: SessionMeta['hello'] = {
    era: 'legacy',
    version: '2025-11-25',
    supported: [],
    serverInfo: { name: 'fixture', version: '1.0' },
    capabilities: {},
    via: 'initialize',
    seq: 1,
  };
  const owner = { pid: 1 };
  const startedAt = 1_790_000_000_000;
  const closed: SessionMeta['closed'] = { at: startedAt + 1000, reason: 'user' };
  return { format: FORMAT, sessionId: 's1', serverId: config.id, config, startedAt, app: 'test', owner, hello, closed };
}

/** Makes a session folder of records' lines. */
export function sessionFolder(lines: string | undefined, config: ServerConfig, trace?: string): string {
  const dir = join(temporaryFolder(), 'session');
  mkdirSync(dir);
  writeFileSync(join(dir, 'session.json'), JSON.stringify(metaOf(config)));
  const to = join(dir, 'wire-00001.jsonl');
  if (trace) copyFileSync(new URL(`../../../traces/${trace}.jsonl`, import.meta.url), to);
  else writeFileSync(to, lines ?? '');
  return dir;
}

async function opened(dir: string): Promise<LogSource> {
  const source = await openLogSource(dir);
  onTestFinished(() => source.log.dispose());
  return source;
}

/** A recorded session of tests/traces. */
export function traceSource(trace: string): Promise<LogSource> {
  return opened(sessionFolder(undefined, /http/.test(trace) ? HTTP : STDIO, trace));
}

/** A session of these records. */
export function draftSource(drafts: readonly RecordDraft[], config = STDIO): Promise<LogSource> {
  const stamp = stamper();
  return opened(sessionFolder(drafts.map((draft) => `${JSON.stringify(stamp(draft))}\n`).join(''), config));
}

/** The whole text of an export, the hidden values in it, and what was left out. */
export async function exported(source: LogSource, format: LogFormat) {
  const left: LeftOut = { notices: 0, others: 0, cut: 0 };
  const hidden = new HiddenValues();
  let text = '';
  for await (const piece of batchText(writeLog(source, format, left), hidden)) text += piece;
  return { text, left, hidden: hidden.count };
}
