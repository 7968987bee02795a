import { expect } from 'vitest';
import type { Operation } from '#shared/entities.ts';
import type { Exchange, TrafficRow } from '#shared/exchange.ts';
import type { Finding } from '#shared/records.ts';
import { findingsOf } from './on-disk.ts';
import type { TestHost } from './test-host.ts';

/** Calls a tool that must succeed, and gives the text of its first block. */
export async function callText(host: TestHost, sessionId: string, name: string, args: object = {}): Promise<string> {
  const operation = await host.run(sessionId, 'tools.call', { name, args });
  expect(operation).toMatchObject({ status: 'done' });
  return JSON.parse(await host.result(operation)).content[0].text;
}

/** Ends a session as a person does, and gives its findings. */
export async function stopAndFind(host: TestHost, sessionId: string): Promise<Finding[]> {
  await host.client['session.stop']({ sessionId });
  await host.closed(sessionId);
  return findingsOf(host.dataDir, sessionId);
}

/** Findings as `RULE severity`, in order. */
export function brief(findings: readonly Finding[]): string[] {
  return findings.map((one) => `${one.rule} ${one.severity}`);
}

/** What the app itself said in the log of a session. */
export async function notesOf(host: TestHost, sessionId: string): Promise<string[]> {
  return (await host.rows(sessionId, 'client')).map((row) => row.text);
}

/** Calls of the client, in order: method or tool, and how they ended. */
export async function callsOf(host: TestHost, sessionId: string): Promise<string[]> {
  const rows = await host.rows(sessionId, 'traffic');
  return rows.filter((row) => row.kind === 'call').map((row) => `${row.name ?? row.method} ${row.status}`);
}

export async function rowOf(host: TestHost, sessionId: string, name: string): Promise<TrafficRow> {
  const row = (await host.rows(sessionId, 'traffic')).find((one) => one.name === name || one.method === name);
  if (!row) throw new Error(`No row is about ${name}.`);
  return row;
}

/** The exchange of an operation; the first when it had several. */
export async function exchangeOf(host: TestHost, { sessionId, exchangeIds }: Operation) {
  return host.client['exchange.get']({ sessionId, exchangeId: exchangeIds[0] ?? '' });
}

/** The exchange behind a row of the traffic view. */
export async function exchangeOfRow(host: TestHost, sessionId: string, name: string): Promise<Exchange> {
  const { exchangeId = '' } = await rowOf(host, sessionId, name);
  return (await host.client['exchange.get']({ sessionId, exchangeId })).exchange;
}

/** Names of the items of a list, in order. */
export async function namesIn(
  host: TestHost,
  sessionId: string,
  kind: 'tools' | 'prompts' | 'resources' | 'templates',
) {
  const { items } = await host.client['catalog.items']({ sessionId, kind });
  return items.map((item) => item.name);
}
