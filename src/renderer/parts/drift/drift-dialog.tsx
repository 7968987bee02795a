import { useState } from 'react';
import type { DriftItem, DriftMark } from '#shared/drift.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatIso } from '../../ui/format.ts';
import { DriftChip } from './drift-marks.tsx';
import { DriftDiff, DriftWords } from './drift-words.tsx';
import { useAcceptDrift, useDriftItems } from './use-drift.ts';

export interface DriftDialogProps {
  readonly serverId: string;
  readonly marks: readonly DriftMark[];
  readonly onClose: () => void;
}

/** Diffs that are drawn at once; the others open when they are asked for. */
const OPEN_AT_ONCE = 3;
/** Entries that are drawn at most; the rest comes up as these are accepted. */
const MOST = 100;

const keyOf = ({ kind, name }: DriftMark): string => `${kind} ${name}`;

function Entry({ item, open, onAccept }: { item: DriftItem; open: boolean; onAccept: () => void }) {
  const [shown, setShown] = useState(open);
  const comparable = item.before !== undefined || item.now !== undefined;
  return (
    <section className="drift-entry" aria-label={item.name.slice(0, 128)}>
      <div className="row">
        <h3 className="mono el">
          <ForeignText text={item.name} limit={128} inert />
        </h3>
        <DriftChip mark={item} />
        <span className="t3 fs11 nw">since {formatIso(item.at).slice(0, 16).replace('T', ' ')}</span>
        <span className="sp" />
        {comparable && (
          <Button size="sm" variant="quiet" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide the difference' : 'Show the difference'}
          </Button>
        )}
        <Button size="sm" onClick={onAccept}>
          Accept
        </Button>
      </div>
      <DriftWords words={item.words} />
      {shown && <DriftDiff item={item} />}
    </section>
  );
}

/** Everything that is not as it was accepted, to be read and accepted one by one or all together. */
export function DriftDialog({ serverId, marks, onClose }: DriftDialogProps) {
  const loaded = useDriftItems(serverId, marks);
  const accept = useAcceptDrift(serverId);
  const wanted = new Set(marks.map(keyOf));
  // What was just accepted does not stay until the rest has come again.
  const items = (loaded.value ?? []).filter((item) => wanted.has(keyOf(item)));
  // The last one that is accepted ends the reason for this dialog.
  const take = async (taken: readonly DriftMark[]) => {
    if ((await accept(taken)) && taken.length === marks.length) onClose();
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Changed since you accepted it"
      description="The server says this now. Nothing is accepted until you say so."
      width={820}
      footer={
        <>
          <span className="sp" />
          <Button onClick={onClose}>Keep the warning</Button>
          <Button variant="pri" disabled={items.length === 0} onClick={() => void take(marks)}>
            {marks.length === 1 ? 'Accept' : 'Accept all'}
          </Button>
        </>
      }
    >
      {loaded.error !== undefined && <p className="c-err">{loaded.error.slice(0, 600)}</p>}
      {loaded.value === undefined && loaded.error === undefined && <p className="t3">Reading what changed</p>}
      {items.slice(0, MOST).map((item) => (
        <Entry key={keyOf(item)} item={item} open={items.length <= OPEN_AT_ONCE} onAccept={() => void take([item])} />
      ))}
      {items.length > MOST && <p className="t3">{items.length - MOST} more are not shown here.</p>}
    </Dialog>
  );
}
