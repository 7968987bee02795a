import { isOperationOver, type Operation } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import type { Verb, VerbInput } from '#shared/verbs.ts';
import type { Wirebench } from '../store/wirebench.tsx';

export interface VerbCall<V extends Verb> {
  readonly sessionId: string;
  readonly verb: V;
  readonly input: VerbInput<V>;
}

/**
 * Runs a verb and waits for the end of its operation. An abort of the signal stops it at the server too. Rejects with
 * a HostError when it could not be started or is no longer known; a failure of the operation itself is its `fault`.
 */
export async function runVerb<V extends Verb>(
  { link, entities }: Wirebench,
  call: VerbCall<V>,
  signal?: AbortSignal,
  onStarted?: () => void,
): Promise<Operation> {
  const { generation } = link.state.getState();
  const { operationId } = await link.client()['operation.run'](call);
  onStarted?.();
  return new Promise((resolve, reject) => {
    const stops: (() => void)[] = [];
    const settle = (end: () => void) => {
      for (const stop of stops) stop();
      end();
    };
    let seen = false;
    const look = () => {
      const operation = entities.getState().operation.get(operationId);
      if (operation && isOperationOver(operation.status)) settle(() => resolve(operation));
      else if (operation) seen = true;
      else if (seen || link.state.getState().generation !== generation) settle(() => reject(forgotten()));
    };
    const stop = () => {
      // The end arrives as a change of the operation; a host that is gone needs no telling.
      const told = link.client()['operation.cancel']({ operationId });
      told.catch(() => undefined);
    };
    stops.push(entities.subscribe(look), link.state.subscribe(look));
    signal?.addEventListener('abort', stop, { once: true });
    stops.push(() => signal?.removeEventListener('abort', stop));
    if (signal?.aborted) stop();
    look();
  });
}

function forgotten(): HostError {
  return new HostError('CLOSED', 'The link to the host was lost while this ran. It may have been carried out.');
}
