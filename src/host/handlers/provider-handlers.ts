import type { WirebenchContract } from '#shared/contract.ts';
import type { AskEvent, providerCalls } from '#shared/providers.ts';
import type { Handlers, Source } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import { problemOf } from '../providers/provider-fault.ts';
import type { Providers, ReplyOrder } from '../providers/providers.ts';

/** Calls about model providers. */
export function providerHandlers({
  providers,
  rules,
}: Pick<HostCore, 'providers' | 'rules'>): Pick<Handlers<WirebenchContract>, keyof typeof providerCalls> {
  return {
    'provider.list': async () => ({ providers: await providers.list() }),
    'provider.save': async (draft) => {
      const saved = await providers.save(draft);
      if (draft.was !== undefined) await rules.renameProvider(draft.was, saved.name);
      return saved;
    },
    'provider.remove': ({ name }) => providers.remove(name),
    'provider.test': ({ name }) => providers.test(name),
    'provider.models': async ({ name }) => ({ models: await providers.models(name) }),
    'provider.ask': (order, wake) => askSource(providers, order, wake),
  };
}

/** One request as a stream; whoever closes it ends the request. */
function askSource(
  providers: Providers,
  order: Omit<ReplyOrder, 'signal' | 'onText'>,
  wake: () => void,
): Source<AskEvent> {
  const ending = new AbortController();
  let text = '';
  let end: AskEvent | undefined;
  const onText = (more: string) => {
    text += more;
    wake();
  };
  void providers
    .reply({ ...order, signal: ending.signal, onText })
    .then(
      (reply) => {
        end = { kind: 'done', reply };
      },
      (error: unknown) => {
        end = { kind: 'failed', problem: problemOf(error) };
      },
    )
    .finally(wake);
  return {
    take: () => {
      const items: AskEvent[] = [...(text === '' ? [] : [{ kind: 'text' as const, text }]), ...(end ? [end] : [])];
      text = '';
      end = undefined;
      return items;
    },
    close: () => ending.abort(),
  };
}
