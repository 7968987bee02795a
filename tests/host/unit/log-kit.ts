import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createWireLog, type WireLog, type WireLogOptions } from '#host/store/wire-log.ts';
import { ServerConfig } from '#shared/config.ts';
import type { FrameRecord, RecordDraft, WireRecord } from '#shared/records.ts';

export const config = ServerConfig.parse({
  id: 'demo',
  name: 'demo',
  endpoint: { kind: 'stdio', command: 'node', args: ['server.mjs'], env: { TOKEN: { secret: 'demo-token' } } },
});

export const plain: WireLogOptions['redact'] = { record: (record) => record, chunks: (chunks) => chunks };

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'wirebench-log-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

export function newLog(options: Partial<WireLogOptions> = {}): WireLog {
  const log = createWireLog({
    dir: join(temporaryFolder(), 'session'),
    meta: { sessionId: 's1', serverId: config.id, config, startedAt: 1_790_000_000_000 },
    redact: plain,
    ...options,
  });
  onTestFinished(() => log.dispose());
  return log;
}

/** Numbers drafts from 1, a millisecond apart. */
export function stamper(): (draft: RecordDraft) => WireRecord {
  let seq = 0;
  return (draft) => {
    seq += 1;
    return { seq, t: 1_790_000_000_000_000 + seq * 1000, m: seq * 1000, ...draft } as WireRecord; // a stamped draft
  };
}

export type FrameDraft = Omit<FrameRecord, 'seq' | 't' | 'm'>;

export const frame = (text: string, dir: 'in' | 'out' = 'in', ch = 'stdio'): FrameDraft => ({
  k: 'frame',
  dir,
  ch,
  text,
});
