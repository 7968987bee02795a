import { RpcFault } from '../fault.ts';
import type { Feature } from './feature.ts';

/** Asking whether the other side is there, both ways (legacy era). */
export const ping: Feature = {
  name: 'ping',
  attach(kernel) {
    kernel.onInput('ping', ({ key, method }) =>
      // Inside `inputRequests` three kinds of question are known, and this is none of them (MRTR-10).
      key === undefined
        ? { kind: 'result', result: {} }
        : { kind: 'refused', code: -32601, message: `Method not found: ${method}` },
    );
    return {
      ping: (_input, operation) => {
        const { connection } = kernel;
        if (connection?.era.name === 'modern') {
          return Promise.reject(new RpcFault('local', `Version ${connection.era.version} has no ping.`));
        }
        return kernel.run({ method: 'ping', params: {} }, { operation });
      },
    };
  },
};
