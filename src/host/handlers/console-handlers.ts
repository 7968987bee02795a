import type { WirebenchContract } from '#shared/contract.ts';
import { HostError } from '#shared/errors.ts';
import type { Handlers } from '#shared/rpc.ts';

type Names = 'log.searchAll';

function notThere(): never {
  throw new HostError('REFUSED', 'This cannot be done yet.');
}

/** Calls of the traffic console that are still to be carried out. */
export function consoleHandlers(): Pick<Handlers<WirebenchContract>, Names> {
  return {
    'log.searchAll': notThere,
  };
}
