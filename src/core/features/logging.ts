import { RpcFault } from '../fault.ts';
import type { Feature } from './feature.ts';

/** Which log messages the server sends: one request for the session (legacy), or a mark on every request (modern). */
export const logging: Feature = {
  name: 'logging',
  attach(kernel, context) {
    let wanted: string | undefined;
    const setLevel = (level: string) => ({ method: 'logging/setLevel', params: { level } });
    kernel.onReady(async () => {
      // A renewed session starts with the server's own level.
      if (wanted === undefined || kernel.connection?.era.logLevel !== 'request') return;
      await kernel.send(setLevel(wanted)).catch(() => undefined);
    });
    return {
      'logging.level': async ({ level }, operation) => {
        const stamped = kernel.connection?.era.logLevel === 'stamped';
        if (level === 'off' && !stamped) {
          throw new RpcFault('local', 'This version of the protocol cannot turn log messages off.', {
            todo: 'Choose emergency, the level with the fewest messages.',
          });
        }
        wanted = level;
        context.setLogLevel(level === 'off' ? undefined : level);
        return stamped ? undefined : kernel.run(setLevel(level), { operation });
      },
    };
  },
};
