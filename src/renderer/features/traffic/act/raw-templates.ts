import { PRODUCT_ID, PRODUCT_VERSION } from '#shared/product.ts';
import type { Session } from '#shared/session.ts';

export interface RawTemplate {
  readonly id: string;
  readonly label: string;
  readonly text: string;
}

const NS = 'io.modelcontextprotocol/';

function envelope(version: string) {
  return {
    _meta: {
      [`${NS}protocolVersion`]: version,
      [`${NS}clientInfo`]: { name: PRODUCT_ID, version: PRODUCT_VERSION },
      [`${NS}clientCapabilities`]: {},
    },
  };
}

/** Messages to begin with, as the era of the session writes them. `id` is one that was not used yet. */
export function rawTemplates({ hello }: Pick<Session, 'hello'>, id: number): RawTemplate[] {
  const modern = hello?.era === 'modern';
  const meta = modern ? envelope(hello.version) : {};
  const request = (method: string, params: object) => JSON.stringify({ jsonrpc: '2.0', id, method, params });
  const clientInfo = { name: PRODUCT_ID, version: PRODUCT_VERSION };
  const greeting = {
    protocolVersion: hello?.via === 'initialize' ? hello.version : '2025-11-25',
    capabilities: {},
    clientInfo,
  };
  return [
    { id: 'ping', label: 'ping', text: request('ping', meta) },
    modern
      ? { id: 'discover', label: 'server/discover', text: request('server/discover', meta) }
      : { id: 'initialize', label: 'initialize', text: request('initialize', greeting) },
    { id: 'tools', label: 'tools/list', text: request('tools/list', meta) },
    {
      id: 'notification',
      label: 'A notification',
      text: JSON.stringify({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: id, reason: 'testing', ...(modern ? meta : {}) },
      }),
    },
    { id: 'unknown', label: 'A method that does not exist', text: request('no/such/method', meta) },
    { id: 'garbage', label: 'No JSON at all', text: '{"jsonrpc":"2.0","id":' },
  ];
}
