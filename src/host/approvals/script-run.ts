import { isOperationOver } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import type { Caller } from '#shared/rpc.ts';
import { entityWhen } from '../act/entity-when.ts';
import type { HostCore } from '../host-core.ts';
import { approveScript, type ScriptWish } from './script-calls.ts';

const GONE = 'The window that played the script was closed or reloaded.';

/**
 * Begins a call of a script, once a person has allowed it where that has to be, and gives its operation. When the
 * script's window goes, what it left open ends with that reason: nobody could go on with it. Throws REFUSED where the
 * answer is no.
 */
export async function runForScript(
  host: HostCore,
  { caller, ...wish }: Omit<ScriptWish, 'signal'> & { caller: Caller | undefined },
  begin: () => string,
): Promise<string> {
  const { state, options } = host;
  const { core } = wish.session;
  const gone = new AbortController();
  const { signal } = gone;
  const forget = caller?.onGone(() => gone.abort(GONE));
  try {
    // On the command line nobody is there to be asked: whoever starts a script there allows what is in it.
    if (options.kind !== 'headless') await approveScript(host, { ...wish, signal });
    if (signal.aborted) throw new HostError('REFUSED', GONE);
    const id = begin();
    signal.addEventListener('abort', () => core.cancel(id, GONE), { once: true });
    const over = { topic: 'operation' as const, id, signal: core.signal };
    void entityWhen(state, { ...over, fits: ({ status }) => isOperationOver(status) }).then(forget);
    return id;
  } catch (error) {
    forget?.();
    throw error;
  }
}
