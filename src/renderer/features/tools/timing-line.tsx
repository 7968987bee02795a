import type { Operation } from '#shared/entities.ts';
import { formatDuration, plural } from '../../ui/format.ts';
import { tookMs } from './run-words.ts';

/** How the time of a finished run was spent: by the server, and waiting for a person. */
export function TimingLine({ run }: { readonly run: Operation }) {
  const server = tookMs(run, run.endedAt ?? run.startedAt);
  const total = server + run.waitedMs;
  const share = total === 0 ? 100 : (server / total) * 100;
  const counts = [
    run.progressCount > 0 ? plural(run.progressCount, 'progress update') : undefined,
    run.noticeCount > 0 ? plural(run.noticeCount, 'log message') : undefined,
  ].filter((words) => words !== undefined);
  const waited = run.waitedMs > 0 ? `, you ${formatDuration(run.waitedMs)}` : '';
  return (
    <div className="timing">
      <div className="wf" role="img" aria-label={`Timing: server ${formatDuration(server)}${waited}`}>
        <i className="b-track" style={{ left: 0, width: '100%' }} />
        <i className="timing-server" style={{ left: 0, width: `${share}%` }} />
        {run.waitedMs > 0 && <i className="b-wait" style={{ left: `${share}%`, width: `${100 - share}%` }} />}
      </div>
      <div className="row fs11 t3 tn">
        <span>
          <span className="c-res">Server</span> {formatDuration(server)}
        </span>
        {run.waitedMs > 0 && (
          <span>
            <span className="c-wait">You</span> {formatDuration(run.waitedMs)}
          </span>
        )}
        <span className="sp" />
        {counts.length > 0 && <span className="el">{counts.join(', ')}</span>}
      </div>
    </div>
  );
}
