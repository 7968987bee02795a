import type { HttpRecord } from '#shared/records.ts';

/** The first line of a head: method and address of a request, or version and status of an answer. */
export function headLine(record: HttpRecord): string {
  if (record.what === 'request') return `${record.method ?? ''} ${record.url ?? ''}`.trim();
  return `HTTP/${record.httpVersion ?? '1.1'} ${record.status ?? ''} ${record.statusText ?? ''}`.trim();
}

/** The head of a request or an answer as text, its headers in wire order; undefined for a record that is none. */
export function headText(record: HttpRecord): string | undefined {
  if (record.what !== 'request' && record.what !== 'response') return undefined;
  const headers = (record.headers ?? []).map(([name, value]) => `${name}: ${value}`);
  return [headLine(record), ...headers, ''].join('\n');
}
