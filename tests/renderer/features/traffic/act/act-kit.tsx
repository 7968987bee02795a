import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { createAnnouncer } from '../../../../../src/renderer/ui/announcer.ts';
import { FeedbackProvider } from '../../../../../src/renderer/ui/feedback.tsx';
import { FakeHost } from '../../../support/fake-host.ts';
import { exchange, operation, server, session } from '../../../support/samples.ts';

/** Params that no number type and no object keep: large digits, equal keys. */
export const PARAMS = '{"name":"echo","arguments":{"n":90071992547409931234,"a":1,"a":2}}';
export const REQUEST = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${PARAMS}}`;

/** A connected server with one call in its log, whose requests are answered at once by exchange `again-N`. */
export function actHost(): FakeHost {
  const host = new FakeHost();
  host.put('server', 'srv1', server({ sessionId: 'ses1' }));
  host.put('session', 'ses1', session());
  host.setBody('ses1', 3, REQUEST);
  let n = 0;
  host.on('exchange.get', ({ exchangeId }) => ({
    exchange: exchange({ id: exchangeId, responseSeq: exchangeId === 'ex1' ? 4 : 100, tookUs: 20_000 }),
    http: [],
  }));
  host.on('operation.run', ({ sessionId, verb }) => {
    n += 1;
    const id = `op-${n}`;
    const done = { status: 'done' as const, resultSeq: 100, resultBytes: 12, exchangeIds: [`again-${n}`] };
    host.put('operation', id, operation({ id, sessionId, verb, ...done }));
    return { operationId: id };
  });
  return host;
}

/** A view with the toasts of the window. */
export function withFeedback(view: ReactNode): ReactNode {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  return <FeedbackProvider announcer={createAnnouncer(ending.signal)}>{view}</FeedbackProvider>;
}
