import { join } from 'node:path';
import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import { createLogExports } from '../log-exports.ts';
import { logBody } from '../publish/log-body.ts';

type Names =
  | 'log.page'
  | 'log.body'
  | 'log.search'
  | 'log.export'
  | 'log.exportPart'
  | 'log.findings'
  | 'watch.state'
  | 'watch.log';

/** How long the findings of a record wait for checks that are under way. */
const SETTLE_MS = 5000;

/** Calls and streams about what happened. */
export function logHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  const logExports = createLogExports(join(host.options.dataDir, 'exports'), () => new Date());
  return {
    'log.page': ({ sessionId, view, from, count, filter }) =>
      host.sessions.get(sessionId).views.page(view, from, count, filter),
    'log.body': ({ sessionId, seq, from, bytes }) => logBody(host.sessions.get(sessionId).log, { seq, from, bytes }),
    'log.search': ({ sessionId, view, text, after, limit }) =>
      host.sessions.get(sessionId).views.search(view, text, after, limit),
    'log.export': ({ sessionId, format, from = 1, to, filter }) => {
      const { log, views } = host.sessions.get(sessionId);
      const last = log.lastSeq;
      return logExports.write({ log, views, from, to: Math.min(to ?? last, last), filter }, format);
    },
    'log.exportPart': ({ name, from, bytes }) => logExports.part(name, from, bytes),
    'log.findings': async ({ sessionId, seq }) => {
      const { views, checks } = host.sessions.get(sessionId);
      await checks.settled(SETTLE_MS);
      return { findings: views.findings(seq) };
    },
    'watch.state': (_input, wake) => host.state.source(wake),
    'watch.log': ({ sessionId, view, after, filter }, wake) =>
      host.sessions.get(sessionId).views.watch(view, after, filter, wake),
  };
}
