import { RpcError, stdio, text, tool } from '../lib.mjs';

const ok = ['2025-03-26', '2024-11-05'];
stdio({
  name: 'strict-version',
  tools: [tool('hello')],
  calls: { hello: () => text('hello') },
  on: {
    initialize: (p) => {
      if (!ok.includes(p.protocolVersion))
        throw new RpcError(
          -32602,
          `Unsupported protocol version: ${p.protocolVersion} - supported versions: ${ok.join(',')}`,
          { supported: ok, requested: p.protocolVersion },
        );
      return {
        protocolVersion: p.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'strict-version', version: '1.0.0' },
      };
    },
  },
});
