import { useState } from 'react';
import type { ProcessFacts } from '#shared/contract.ts';
import { useLoad } from '../store/wirebench.tsx';
import { ForeignText } from '../ui/foreign-text.tsx';
import { formatDuration, formatSize, plural } from '../ui/format.ts';
import { Popover } from '../ui/popover.tsx';
import { useNow } from '../ui/use-now.ts';
import { elapsed } from './server-status.ts';

/** Facts are read again this often while they are looked at, milliseconds. */
const AGAIN_MS = 2000;

/** Depth in the tree, from the parents. */
function depthOf(one: ProcessFacts, all: readonly ProcessFacts[]): number {
  let depth = 0;
  let parent = all.find((each) => each.pid === one.ppid);
  while (parent && depth < all.length) {
    depth += 1;
    const { ppid } = parent;
    parent = all.find((each) => each.pid === ppid);
  }
  return depth;
}

function Row({ one, depth }: { one: ProcessFacts; depth: number }) {
  return (
    <tr>
      <td className="tn">{one.pid}</td>
      <td className="mono el" style={{ paddingLeft: 8 + depth * 12 }} title={one.command}>
        <ForeignText text={one.command} limit={300} inert />
      </td>
      <td className="tn r">{one.cpuMs === undefined ? '' : formatDuration(one.cpuMs)}</td>
      <td className="tn r">{one.memory === undefined ? '' : formatSize(one.memory)}</td>
      <td className="tn r">{one.upMs === undefined ? '' : elapsed(one.upMs)}</td>
    </tr>
  );
}

function Table({ sessionId }: { sessionId: string }) {
  const now = useNow(AGAIN_MS);
  const { value, error } = useLoad(`${sessionId} ${now}`, (host) => host['session.processes']({ sessionId }));
  const processes = value?.processes ?? [];
  if (error !== undefined) return <p className="fs12 c-err">{error}</p>;
  if (value && processes.length === 0) return <p className="fs12 t2">No process of this server can be seen.</p>;
  return (
    <>
      <p className="fs12 t2">{plural(processes.length, 'process', 'processes')}. Nothing of it outlives the server.</p>
      <table className="tbl tight proc">
        <colgroup>
          <col style={{ width: 72 }} />
          <col />
          <col style={{ width: 84 }} />
          <col style={{ width: 84 }} />
          <col style={{ width: 72 }} />
        </colgroup>
        <thead>
          <tr>
            <th scope="col">pid</th>
            <th scope="col">Command</th>
            <th scope="col">CPU time</th>
            <th scope="col">Memory</th>
            <th scope="col">Up</th>
          </tr>
        </thead>
        <tbody>
          {processes.map((one) => (
            <Row key={one.pid} one={one} depth={depthOf(one, processes)} />
          ))}
        </tbody>
      </table>
    </>
  );
}

/** The process of a server in the header; its tree, CPU and memory on demand. */
export function Processes({ sessionId, pid }: { sessionId: string; pid: number }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Processes of this server"
      onOpen={setOpen}
      trigger={
        <button type="button" className="chip chip-b tn" title="Processes of this server">
          pid {pid}
        </button>
      }
    >
      {open && <Table sessionId={sessionId} />}
    </Popover>
  );
}
