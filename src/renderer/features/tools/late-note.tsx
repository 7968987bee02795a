import type { Operation } from '#shared/entities.ts';
import { FaultNote } from '../../parts/fault-note.tsx';
import { Callout } from '../../ui/callout.tsx';
import { formatDuration, formatTime } from '../../ui/format.ts';

/** Said over an answer that came after the run had been given up. */
export function LateNote({ run, late }: { readonly run: Operation; readonly late: NonNullable<Operation['late']> }) {
  const after = formatDuration(Math.max(0, late.at - (run.endedAt ?? late.at)));
  const before = run.status === 'cancelled' ? 'after you stopped the call' : 'after the time limit';
  return (
    <>
      <Callout kind="ntf" title="Late result">
        {late.fault ? 'The server answered with an error' : 'The result came'} {after} {before}, at{' '}
        {formatTime(late.at).slice(0, 8)}. {late.toolError ? 'The tool marks it as an error. ' : ''}
        The run stays what it was.
      </Callout>
      {late.fault && <FaultNote fault={late.fault} />}
    </>
  );
}
