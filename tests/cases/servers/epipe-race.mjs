import { closeSync } from 'node:fs';
import { bound, KNOWN } from '../lib.mjs';

bound();
process.stdin.once('data', (d) => {
  const m = JSON.parse(String(d).split('\n')[0]);
  process.stdout.write(
    `${JSON.stringify({
      jsonrpc: '2.0',
      id: m.id,
      result: {
        protocolVersion: KNOWN.includes(m.params?.protocolVersion) ? m.params.protocolVersion : '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'closes-stdin', version: '1' },
      },
    })}\n`,
    () => {
      process.stdin.destroy();
      try {
        closeSync(0);
      } catch {}
      setTimeout(() => process.exit(0), 2000);
    },
  );
});
