import { faultOf, RpcFault } from '../fault.ts';
import type { Feature } from './feature.ts';

/** Which log messages the server sends: one request for the session (legacy), or a mark on every request (modern). */
export const logging: Feature = {
  name: 'logging',
  attach(kernel, { wishes }) {
    const setLevel = (level: string) => ({ method: 'logging/setLevel', params: { level } });
    kernel.onReady(async () => {
      const { logLevel } = wishes;
      // Every session starts with the server's own level, a renewed one too.
      if (logLevel === undefined || logLevel === 'off' || kernel.connection?.era.logLevel !== 'request') return;
      if (!kernel.declared('logging')) return;
      await kernel.send(setLevel(logLevel)).catch((error: unknown) => {
        const text = `The log level ${logLevel} was not asked for again: ${faultOf(error).message}`;
        kernel.note({ what: 'log-level', level: 'warn', text });
        if (!kernel.signal.aborted) wishes.setLogLevel(undefined);
      });
    });
    return {
      'logging.level': async ({ level }, operation) => {
        const stamped = kernel.connection?.era.logLevel === 'stamped';
        if (level === 'off' && !stamped) {
          throw new RpcFault('local', 'This version of the protocol cannot turn log messages off.', {
            todo: 'Choose emergency, the level with the fewest messages.',
          });
        }
        const answer = stamped ? undefined : await kernel.run(setLevel(level), { operation });
        wishes.setLogLevel(level);
        return answer;
      },
    };
  },
};
