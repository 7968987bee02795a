import type { AllowedTool } from '#shared/approvals.ts';
import type { ServerConfig } from '#shared/config.ts';
import type { JsonObject } from '#shared/json.ts';
import { canonicalJson, hashOf, whatCounts } from '../drift/definition.ts';
import type { StatePublisher } from '../publish/state-source.ts';
import type { AllowedStore } from '../store/allowed-tools.ts';

/** Tools that are remembered; the oldest is asked for again beyond that. */
const MOST = 2000;

/** Fingerprint of a tool's definition, as a person saw it. */
export function hashOfTool(tool: JsonObject): string {
  return hashOf(canonicalJson(whatCounts('tools', tool)));
}

/** Fingerprint of how a server is reached: another command or address is another server, whatever its name. */
export function hashOfEndpoint({ endpoint, inputs, workspaceFolder, literal }: ServerConfig): string {
  return hashOf(canonicalJson({ endpoint, inputs, workspaceFolder, literal }));
}

/** What of a server's config has to be known, and of a tool of it. */
interface Sought {
  readonly config: ServerConfig;
  readonly tool: string;
  readonly hash: string;
}

/** Tools that a person always allows: kept, and shown to the pages. */
export class AllowedList {
  readonly #store: AllowedStore;
  readonly #state: Pick<StatePublisher, 'apply' | 'get'>;
  #tools: readonly AllowedTool[] = [];

  constructor(store: AllowedStore, state: Pick<StatePublisher, 'apply' | 'get'>) {
    this.#store = store;
    this.#state = state;
  }

  /** Reads what is kept, and follows what other hosts write. Gives what ends that. */
  async load(): Promise<() => void> {
    this.#take((await this.#store.read()).tools);
    return this.#store.watch(({ tools }) => this.#take(tools));
  }

  /** Whether this very definition is allowed; `lapsed`: it was, of a server that was reached in another way. */
  standing({ config, tool, hash }: Sought): 'allowed' | 'lapsed' | undefined {
    const found = this.#tools.find((one) => one.serverId === config.id && one.tool === tool && one.hash === hash);
    return found && (found.endpoint === hashOfEndpoint(config) ? 'allowed' : 'lapsed');
  }

  /** The settings of servers changed: shows what holds of them by now. */
  update(): void {
    const shown = this.#tools.map((tool) => {
      const config = this.#state.get('server', tool.serverId)?.config;
      return config && hashOfEndpoint(config) !== tool.endpoint ? { ...tool, lapsed: true as const } : tool;
    });
    this.#state.apply({ op: 'put', topic: 'allowed', id: 'allowed', value: { tools: shown } });
  }

  /** Throws IO. */
  async add(tool: AllowedTool): Promise<void> {
    await this.#change((tools) => [tool, ...tools.filter((one) => !same(one, tool))].slice(0, MOST));
  }

  /** Throws IO. */
  async forget(tool: Pick<AllowedTool, 'serverId' | 'tool'>): Promise<void> {
    await this.#change((tools) => tools.filter((one) => !same(one, tool)));
  }

  /** The server is no longer in the list. */
  async forgetServer(serverId: string): Promise<void> {
    if (this.#tools.some((one) => one.serverId === serverId))
      await this.#change((tools) => tools.filter((one) => one.serverId !== serverId));
  }

  async #change(change: (tools: AllowedTool[]) => AllowedTool[]): Promise<void> {
    // What is new comes back by the watch of `load`.
    await this.#store.update((file) => ({ ...file, tools: change(file.tools) }));
  }

  #take(tools: readonly AllowedTool[]): void {
    this.#tools = tools;
    this.update();
  }
}

function same(a: Pick<AllowedTool, 'serverId' | 'tool'>, b: Pick<AllowedTool, 'serverId' | 'tool'>): boolean {
  return a.serverId === b.serverId && a.tool === b.tool;
}
