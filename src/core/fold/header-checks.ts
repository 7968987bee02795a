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

/** The headers that a modern request must have by what its body says; `params` are the tool's mirrored arguments. */
export function expectedHeaders({ method, params }: RpcRequest, mirrored?: MirroredParam[]): HeaderList {
  const headers: HeaderList = [['Mcp-Method', method]];
  const version = textAt(objectAt(params, '_meta'), VERSION);
  if (version !== undefined) headers.push(['MCP-Protocol-Version', version]);
  const nameAt = NAME_AT.get(method);
  const name = nameAt === undefined ? undefined : textAt(params, nameAt);
  if (name !== undefined) headers.push(['Mcp-Name', name]);
  return mirrored && name !== undefined ? [...headers, ...mirrorHeaders(mirrored, params.arguments)] : headers;
}

/** A header that must repeat a part of the body, and what came of it; `hidden` where a secret was replaced. */
export interface HeaderComparison {
  name: string;
  state: 'matches' | 'differs' | 'missing' | 'hidden';
  want: string;
  got: string | undefined;
}

/** Compares the headers of a request with those its body asks for. */
export function compareHeaders(expected: HeaderList, headers: HeaderList): HeaderComparison[] {
  return expected.map(([name, want]) => {
    const got = headers.find(([other]) => other.toLowerCase() === name.toLowerCase())?.[1];
    const same = got === want || got === encodeHeaderValue(want);
    const unlike = got === undefined ? 'missing' : 'differs';
    return { name, want, got, state: same ? 'matches' : HIDDEN.test(`${got ?? ''}${want}`) ? 'hidden' : unlike };
  });
}

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
  expected(request: RpcRequest): HeaderList {
    const name = request.method === 'tools/call' ? textAt(request.params, 'name') : undefined;
    return expectedHeaders(request, name === undefined ? undefined : this.#params.get(name));
  }

  /** Remarks on what the HTTP request of a call says otherwise than its body. Each call is compared once. */
  compare(call: Call, { seq, headers = [] }: HttpRecord): void {
    const { mirror, row, exchange } = call;
    if (!mirror) return;
    delete call.mirror;
    for (const { name: header, state, want, got } of compareHeaders(mirror, headers)) {
      if (state === 'matches' || state === 'hidden') continue;
      const shown = got === undefined ? 'missing' : JSON.stringify(cutText(got, 60));
      const facts = { header, got: shown, want: JSON.stringify(cutText(want, 60)) };
      this.#book.find(RULES[header.toLowerCase()] ?? 'headerParam', seq, { row, exchange, facts });
    }
  }
}
