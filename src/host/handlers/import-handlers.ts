import type { WirebenchContract } from '#shared/contract.ts';
import { HostError } from '#shared/errors.ts';
import type { Handlers } from '#shared/rpc.ts';

type Names = 'import.scan' | 'import.path' | 'import.bytes' | 'import.unpack';

const notBuilt = () => {
  throw new HostError('REFUSED', 'This part is not built yet.');
};

/** Calls about the configuration of other clients. */
export function importHandlers(): Pick<Handlers<WirebenchContract>, Names> {
  return {
    'import.scan': notBuilt,
    'import.path': notBuilt,
    'import.bytes': notBuilt,
    'import.unpack': notBuilt,
  };
}
