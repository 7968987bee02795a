import { join } from 'node:path';
import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import { createLogExports } from '../log-exports.ts';
import { logBody } from '../publish/log-body.ts';
import { searchBody } from '../publish/search-body.ts';
import { readTraffic, watchTraffic } from './traffic-of.ts';

type Names =
  | 'log.page'
  | 'log.body'
  | 'log.search'
  | 'log.searchBody'
  | 'log.export'
  | 'log.exportPart'
  | 'log.findings'
  | 'log.damage'
  | 'session.kept'
  | 'session.opening'
  | 'watch.state'
  | 'watch.log';

/** How long the findings of a record wait for checks that are under way. */
const SETTLE_MS = 5000;

/** Calls and streams about what happened. */
export function logHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  const { reader, kept } = host;
  const logExports = createLogExports(join(host.options.dataDir, 'exports'), () => new Date());
  return {
    'log.page': ({ sessionId, view, from, count, filter }) =>
      readTraffic(host, sessionId, (views) => views.page(view, from, count, filter)),
    'log.body': ({ sessionId, seq, from, bytes }) =>
      reader.use(sessionId, ({ log }) => logBody(log, { seq, from, bytes })),
    'log.searchBody': ({ sessionId, seq, text, from, limit }) =>
      reader.use(sessionId, ({ log }) => searchBody(log, { seq, text, from, limit })),
    'log.search': ({ sessionId, view, text, after, limit }) =>
      readTraffic(host, sessionId, (views) => views.search(view, text, after, limit)),
    'log.export': ({ sessionId, format, from = 1, to, filter }) =>
      reader.use(sessionId, ({ log, views }) => {
        const last = log.lastSeq;
        return logExports.write({ log, views, from, to: Math.min(to ?? last, last), filter }, format);
      }),
    'log.exportPart': ({ name, from, bytes }) => logExports.part(name, from, bytes),
    'log.findings': ({ sessionId, seq }) =>
      reader.use(sessionId, async ({ views, checks }) => {
        await checks.settled(SETTLE_MS);
        return { findings: views.findings(seq) };
      }),
    'log.damage': ({ sessionId }) =>
      reader.use(sessionId, ({ log, damage }) => ({
        folder: log.dir,
        ...(damage === undefined ? {} : { text: damage }),
      })),
    'session.kept': async ({ serverId }) => ({ sessions: await kept.list(serverId) }),
    'session.opening': ({ sessionId }) => {
      const progress = reader.opening(sessionId);
      return progress ? { progress } : {};
    },
    'watch.state': (_input, wake) => host.state.source(wake),
    'watch.log': ({ sessionId, view, after, filter }, wake) =>
      watchTraffic(host, sessionId, (views, woken) => views.watch(view, after, filter, woken), wake),
  };
}
