import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createLogViews } from '#host/publish/log-views.ts';
import { openWireLog } from '#host/store/open-wire-log.ts';
import type { Finding, WireRecord } from '#shared/records.ts';
import { WireRecord as WireRecordSchema } from '#shared/records.ts';

/** The folder of a session in a data folder. */
export function sessionFolder(dataDir: string, sessionId: string): string {
  const sessions = join(dataDir, 'sessions');
  for (const name of readdirSync(sessions)) {
    const folder = join(sessions, name);
    const meta: unknown = JSON.parse(readFileSync(join(folder, 'session.json'), 'utf8'));
    if (typeof meta === 'object' && meta !== null && 'sessionId' in meta && meta.sessionId === sessionId) return folder;
  }
  throw new Error(`No folder belongs to the session ${sessionId}.`);
}

/** Every line of the wire log files of a session that ended, in order. */
export function recordsOf(dataDir: string, sessionId: string): WireRecord[] {
  const folder = sessionFolder(dataDir, sessionId);
  const segments = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
  const lines = segments.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'));
  return lines.filter((line) => line !== '').map((line) => WireRecordSchema.parse(JSON.parse(line)));
}

/** Every finding of a session that ended, made again from its log. */
export async function findingsOf(dataDir: string, sessionId: string): Promise<Finding[]> {
  const log = await openWireLog(sessionFolder(dataDir, sessionId));
  const findings: Finding[] = [];
  const views = createLogViews({ log, onFinding: (finding) => findings.push(finding) });
  await log.replay((record) => views.add(record));
  log.dispose();
  return findings;
}

/** Every file and folder below a folder, itself included. */
export function everythingIn(folder: string): { path: string; isFolder: boolean; mode: number }[] {
  const paths = [
    folder,
    ...readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ];
  return paths.map((path) => {
    const stat = statSync(path);
    return { path, isFolder: stat.isDirectory(), mode: stat.mode & 0o777 };
  });
}
