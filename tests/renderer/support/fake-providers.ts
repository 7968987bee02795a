import type { WirebenchContract } from '#shared/contract.ts';
import type { AskEvent, ModelProvider, ProviderOrder, providerCalls } from '#shared/providers.ts';
import type { Handlers } from '#shared/rpc.ts';

/** A request for a model's reply that is under way. */
export interface FakeAsk {
  readonly order: ProviderOrder;
  closed: boolean;
  /** Lets the provider say something. */
  tell(event: AskEvent): void;
}

/** Model providers of the fake host: a list, models by provider, and requests that the test answers. */
export class FakeProviders {
  list: ModelProvider[] = [];
  models: Record<string, string[]> = {};
  /** Every request, in order. */
  readonly asks: FakeAsk[] = [];

  add(provider: Partial<ModelProvider> & { name: string }, models: string[] = []): void {
    const base = { baseUrl: 'http://127.0.0.1:11434/v1', host: '127.0.0.1:11434', local: true, key: false };
    this.list = [...this.list.filter(({ name }) => name !== provider.name), { ...base, ...provider }];
    this.models[provider.name] = models;
  }

  handlers() {
    return {
      'provider.list': () => ({ providers: this.list }),
      'provider.save': ({ was, key, name, ...rest }) => {
        const had = this.list.find((one) => one.name === was)?.key ?? false;
        this.list = this.list.filter((one) => one.name !== was);
        this.add({ name, ...rest, key: key === undefined ? had : key !== null });
        return this.list.at(-1) as ModelProvider; // just added
      },
      'provider.remove': ({ name }) => {
        this.list = this.list.filter((one) => one.name !== name);
      },
      'provider.test': ({ name }) => ({ ok: true as const, ms: 12, models: this.models[name]?.length ?? 0 }),
      'provider.models': ({ name }) => ({ models: this.models[name] ?? [] }),
      'provider.ask': (order, wake) => {
        const waiting: AskEvent[] = [];
        const ask: FakeAsk = {
          order,
          closed: false,
          tell: (event) => {
            waiting.push(event);
            wake();
          },
        };
        this.asks.push(ask);
        return {
          take: (max) => waiting.splice(0, max),
          close: () => {
            ask.closed = true;
          },
        };
      },
    } satisfies Pick<Handlers<WirebenchContract>, keyof typeof providerCalls>;
  }
}
