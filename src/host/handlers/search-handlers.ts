import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';

/** Search over all sessions. */
export function searchHandlers({ search }: HostCore): Pick<Handlers<WirebenchContract>, 'log.searchAll'> {
  return { 'log.searchAll': ({ text, limit, next }) => search.part(text, limit, next) };
}
