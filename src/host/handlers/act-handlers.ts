import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import { sendInOtherEra } from '../act/other-era.ts';
import type { HostCore } from '../host-core.ts';

/** Calls that do something with an exchange of the log. */
export function actHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, 'exchange.otherEra'> {
  return { 'exchange.otherEra': (ref) => sendInOtherEra(host, ref) };
}
