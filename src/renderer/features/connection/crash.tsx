import type { LostCall, Session } from '#shared/session.ts';
import { Chip } from '../../ui/chip.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatDuration, plural } from '../../ui/format.ts';

function Lost({ call }: { call: LostCall }) {
  return (
    <li>
      <span className="mono">
        {call.method}
        {call.name !== undefined && (
          <>
            {' '}
            <ForeignText text={call.name} limit={128} inert />
          </>
        )}
      </span>
      <span className="t3 tn">ran {formatDuration(call.ranMs)}</span>
      <span className="sp" />
      <Chip kind={call.mayHaveActed ? 'wait' : 'ntf'}>{call.mayHaveActed ? 'May have taken effect' : 'Only read'}</Chip>
    </li>
  );
}

/** What a running server took with it when it ended: calls without an answer, and whether they may have acted. */
export function Crash({ session }: { session: Session }) {
  if (session.state.at !== 'closed' || session.readyAt === undefined) return null;
  const pending = session.state.pending ?? [];
  return (
    <section aria-labelledby="diag-lost">
      <h3 className="diag-h" id="diag-lost">
        Under way when it ended
      </h3>
      {pending.length === 0 ? (
        <p className="fs12 t2">No call was waiting for an answer.</p>
      ) : (
        <>
          <p className="fs12 t2">
            {plural(pending.length, 'call')} got no answer. Whether to send one again is up to you.
          </p>
          <ul className="lost">
            {pending.map((call) => (
              <Lost key={call.exchangeId} call={call} />
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
