import type { CompareHead, Comparison } from '#shared/compare.ts';
import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import { readSide } from '../compare/read-side.ts';
import type { HostCore } from '../host-core.ts';

/** The time of a message is not in it, but who compares the raw lines sees it. */
function withTime(compared: Omit<Comparison, 'a' | 'b'>, a: CompareHead, b: CompareHead): typeof compared {
  const { total, part, parts, elsewhere, elsewhereTotal } = compared;
  const isMessage = parts.includes('message') && part !== 'message';
  if (total > 0 || !isMessage || a.at === b.at) return compared;
  return { ...compared, elsewhere: ['time', ...elsewhere], elsewhereTotal: elsewhereTotal + 1 };
}

/** Comparing two results, listings, definitions or sessions. */
export function compareHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, 'compare.run'> {
  const runsOf = (sessionId: string) =>
    host.state
      .all('operation')
      .filter((operation) => operation.sessionId === sessionId)
      .sort((x, y) => x.startedAt - y.startedAt);
  return {
    'compare.run': async ({ a, b, part, ignore }) => {
      const [left, right] = await Promise.all(
        [a, b].map((side) =>
          host.reader.use(side.sessionId, (session) => readSide(session, side, runsOf(side.sessionId))),
        ),
      );
      if (!left || !right) throw new Error('Two sides give two readings');
      const job = { a: left.input, b: right.input, part, ignore };
      const compared = withTime(await host.comparer.run(job), left.head, right.head);
      const subject = left.subject === right.subject ? { subject: left.subject } : {};
      return { a: left.head, b: right.head, ...subject, ...compared };
    },
  };
}
