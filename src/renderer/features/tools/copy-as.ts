import { writeJson } from '#shared/exact-json.ts';
import type { JsonObject } from '#shared/json.ts';

/** The call as one line of JSON-RPC, as it would go over stdio; the id is made up. */
export function jsonRpcLine(name: string, args: JsonObject): string {
  return writeJson({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
}
