import { scriptAsker } from '#shared/approvals.ts';
import type { EntityOf, Topic } from '#shared/entities.ts';
import { HostError } from '#shared/errors.ts';
import type { ScriptRoom, ScriptState } from '#shared/script/script-flow.ts';
import type { EntityState } from '../../store/state.ts';
import type { Wirebench } from '../../store/wirebench.tsx';

/** Larger results are told by their size only, bytes. */
const MOST_BYTES = 4_194_304;

function stateOf(entities: EntityState): ScriptState {
  return {
    get: <T extends Topic>(topic: T, id: string) => entities[topic].get(id) as EntityOf<T> | undefined, // one map per topic
    all: <T extends Topic>(topic: T) => [...entities[topic].values()] as EntityOf<T>[], // as above
  };
}

/** The window as a script of this title plays in it. Every wait ends with the signal, rejected. */
export function scriptRoom({ link, entities }: Wirebench, title: string | undefined, signal: AbortSignal): ScriptRoom {
  return {
    get client() {
      return link.client();
    },
    mostBytes: MOST_BYTES,
    by: scriptAsker(title),
    // A person may always answer first.
    hold: () => undefined,
    until: (find) =>
      new Promise((resolve, reject) => {
        const stops: (() => void)[] = [];
        const settle = (end: () => void) => {
          for (const stop of stops) stop();
          end();
        };
        const leave = () => settle(() => reject(new HostError('CLOSED', 'The demo was left.')));
        const look = () => {
          const found = find(stateOf(entities.getState()));
          if (found !== undefined) settle(() => resolve(found));
        };
        if (signal.aborted) return leave();
        signal.addEventListener('abort', leave, { once: true });
        stops.push(
          () => signal.removeEventListener('abort', leave),
          entities.subscribe(look),
          link.state.subscribe(({ status }) => {
            if (status === 'lost')
              settle(() => reject(new HostError('CLOSED', 'The link to the host was lost. Play the step again.')));
          }),
        );
        look();
      }),
  };
}
