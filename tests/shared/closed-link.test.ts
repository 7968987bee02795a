import { expect, test } from 'vitest';
import { contract } from '#shared/contract.ts';
import type { Port } from '#shared/rpc.ts';
import { connect } from '#shared/rpc-client.ts';

test('a stream opened on a closed link fails at once instead of staying silent', () => {
  const closedPort: Port = {
    post: () => undefined,
    onMessage: () => undefined,
    onClose: (fn) => fn(),
    close: () => undefined,
  };
  const failed: string[] = [];
  const client = connect(closedPort, contract);
  client['watch.state'](
    {},
    () => undefined,
    (error) => failed.push(error.code),
  );
  expect(failed).toEqual(['CLOSED']);
});
