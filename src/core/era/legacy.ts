import { isObject, textAt } from '#shared/json.ts';
import { pagesOfRefusal } from '#shared/page-refusal.ts';
import { LEGACY_VERSIONS } from '#shared/product.ts';
import type { Era, Result } from './era.ts';
import { capabilitiesOf, implementationOf, instructionsOf } from './instructions.ts';

/** 2025-11-25 and before: a handshake, one long-lived session, the server may ask back at any time. */
export function legacyEra(version: string = LEGACY_VERSIONS[0]): Era {
  return {
    name: 'legacy',
    version,
    greeted: 'notifications/initialized',
    answersRequests: true,
    logLevel: 'request',
    listening: 'subscribe',
    greeting: ({ clientInfo, capabilities }) => ({
      method: 'initialize',
      params: { protocolVersion: version, capabilities, clientInfo },
    }),
    readHello(result, seq) {
      return {
        era: 'legacy',
        version: textAt(result, 'protocolVersion') ?? version,
        supported: [],
        serverInfo: implementationOf(result.serverInfo),
        ...capabilitiesOf(result),
        ...instructionsOf(result),
        via: 'initialize',
        seq,
      };
    },
    stamp: (params) => params,
    headers: () => [],
    outcome({ params }, result) {
      const taskId = isObject(params.task) ? textAt(result.task, 'taskId') : undefined;
      return taskId === undefined ? { kind: 'done', result } : { kind: 'task', taskId, result };
    },
    asksIn({ params }, fault) {
      const requests = pagesOfRefusal(fault);
      if (requests.length === 0) return undefined;
      const retry = (answers: Record<string, Result>) =>
        Object.values(answers).every((answer) => answer.action === 'accept') ? params : undefined;
      return { kind: 'ask', requests, retry };
    },
    cancel: () => 'notify',
  };
}

/** Only these errors are reserved to the modern era; a legacy server cannot mean them (RPC-08). */
export function provesModern(fault: { code: number | undefined }): boolean {
  return fault.code === -32020 || fault.code === -32021 || fault.code === -32022;
}
