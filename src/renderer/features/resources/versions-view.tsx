import { GitCompare } from 'lucide-react';
import { useState } from 'react';
import type { Operation } from '#shared/entities.ts';
import { ScrollPane } from '../../parts/scroll-pane.tsx';
import { Button } from '../../ui/button.tsx';
import { formatSize, formatTime } from '../../ui/format.ts';

interface VersionsViewProps {
  /** Oldest first. */
  readonly versions: readonly Operation[];
  readonly shown: Operation | undefined;
  readonly onShow: (version: Operation) => void;
  readonly onCompare: (before: Operation, after: Operation) => void;
}

const PICK = { before: 'Before', after: 'After' } as const;

/** The versions of a resource that were read in this session, newest first; any two of them lie side by side on request. */
export function VersionsView({ versions, shown, onShow, onCompare }: VersionsViewProps) {
  const [picked, setPicked] = useState<Partial<Record<keyof typeof PICK, string>>>({});
  const find = (id: string | undefined) => versions.find((one) => one.id === id);
  const before = find(picked.before) ?? versions.at(-2);
  const after = find(picked.after) ?? versions.at(-1);
  const place = (one: Operation) => versions.indexOf(one) + 1;
  const sides = { before, after };
  return (
    <ScrollPane label="Changes">
      <p className="row pad-v">
        <span className="fs12 t2 grow">
          {versions.length < 2
            ? 'It was read once, or came the same each time.'
            : 'What was read in this session, the newest first. 20 readings are kept.'}
        </span>
        <Button
          size="sm"
          icon={GitCompare}
          disabled={!before || !after || before === after}
          onClick={() => before && after && onCompare(before, after)}
        >
          Compare
        </Button>
      </p>
      <table className="versions">
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Read at</th>
            <th scope="col">Size</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {[...versions].reverse().map((one) => (
            <tr key={one.id} aria-current={one === shown}>
              <th scope="row">{place(one)}</th>
              <td className="mono tn">{formatTime(one.startedAt)}</td>
              <td className="tn">{one.resultBytes === undefined ? '' : formatSize(one.resultBytes)}</td>
              {(['before', 'after'] as const).map((side) => (
                <td key={side}>
                  <input
                    type="radio"
                    name={`version-${side}`}
                    aria-label={`${PICK[side]}: version ${place(one)}`}
                    checked={sides[side] === one}
                    onChange={() => setPicked({ ...picked, [side]: one.id })}
                  />
                </td>
              ))}
              <td>
                <Button size="sm" variant="quiet" onClick={() => onShow(one)} disabled={one === shown}>
                  {one === shown ? 'Shown' : 'Show'}
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollPane>
  );
}
