import { arrayAt, isObject, objectAt, textAt } from '#shared/json.ts';
import type { HeaderList, HttpRecord } from '#shared/records.ts';
import { encodeHeaderValue, type MirroredParam, mirrorHeaders, NAME_AT, scanMirrors } from '../era/headers.ts';
import type { RpcRequest } from '../messages.ts';
import type { Call } from './call-table.ts';
import type { RowBook } from './row-book.ts';
import { cutText } from './row-text.ts';
import type { RuleKey } from './rules.ts';

const VERSION = 'io.modelcontextprotocol/protocolVersion';
const RULES: Readonly<Record<string, RuleKey>> = {
  'mcp-protocol-version': 'headerVersion',
  'mcp-method': 'headerMethod',
  'mcp-name': 'headerName',
};
/** Tools whose mirrored arguments are remembered. */
const MOST_TOOLS = 5000;
/** What the redactor writes in place of a secret. */
const HIDDEN = /\{\{(?:secret|hidden):/;

/** Compares the HTTP headers of a modern request with its body, which they repeat. */
export class HeaderChecks {
  readonly #book: RowBook;
  readonly #params = new Map<string, MirroredParam[]>();

  constructor(book: RowBook) {
    this.#book = book;
  }

  /** Remembers which arguments of the tools in a listing travel in headers too. */
  learn(result: unknown): void {
    for (const tool of arrayAt(result, 'tools')) {
      const name = textAt(tool, 'name');
      if (name === undefined || !isObject(tool)) continue;
      const scan = scanMirrors(tool.inputSchema);
      const params = 'params' in scan ? scan.params : [];
      if (params.length === 0 || this.#params.size >= MOST_TOOLS) this.#params.delete(name);
      else this.#params.set(name, params);
    }
  }

  /** The headers that a request must have by what its body says. */
  expected({ method, params }: RpcRequest): HeaderList {
    const headers: HeaderList = [['Mcp-Method', method]];
    const version = textAt(objectAt(params, '_meta'), VERSION);
    if (version !== undefined) headers.push(['MCP-Protocol-Version', version]);
    const nameAt = NAME_AT.get(method);
    const name = nameAt === undefined ? undefined : textAt(params, nameAt);
    if (name !== undefined) headers.push(['Mcp-Name', name]);
    const mirrored = method === 'tools/call' && name !== undefined ? this.#params.get(name) : undefined;
    return mirrored ? [...headers, ...mirrorHeaders(mirrored, params.arguments)] : headers;
  }

  /** Remarks on what the HTTP request of a call says otherwise than its body. Each call is compared once. */
  compare(call: Call, { seq, headers = [] }: HttpRecord): void {
    const { mirror, row, exchange } = call;
    if (!mirror) return;
    delete call.mirror;
    for (const [header, want] of mirror) {
      const got = headers.find(([name]) => name.toLowerCase() === header.toLowerCase())?.[1];
      if (got === want || got === encodeHeaderValue(want) || HIDDEN.test(`${got ?? ''}${want}`)) continue;
      const shown = got === undefined ? 'missing' : JSON.stringify(cutText(got, 60));
      const facts = { header, got: shown, want: JSON.stringify(cutText(want, 60)) };
      this.#book.find(RULES[header.toLowerCase()] ?? 'headerParam', seq, { row, exchange, facts });
    }
  }
}
