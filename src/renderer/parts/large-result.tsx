import { HardDrive, Save, Search } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { useHost } from '../store/wirebench.tsx';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { useFeedback } from '../ui/feedback.tsx';
import { formatSize } from '../ui/format.ts';
import { type BodySpan, readSpan } from './read-span.ts';
import { saveBlob } from './save-blob.ts';
import { SearchSpan } from './search-span.tsx';
import type { OperationResultState } from './use-operation-result.ts';

export interface LargeResultProps {
  readonly state: OperationResultState;
  /** Name of the file it is saved as. */
  readonly fileName: string;
  /** Shows the exact message, which is read part by part. */
  readonly onRaw?: (() => void) | undefined;
}

/** Above this it is asked before all of a result is drawn, bytes (DESIGN 4.4). */
const ASK_BYTES = 20_000_000;

/** Saves a span of a payload as a file; what is saved is never in memory as one text. */
function useSave(span: BodySpan | undefined, fileName: string) {
  const host = useHost();
  const { announce, toast } = useFeedback();
  const [saving, setSaving] = useState(false);
  const save = async () => {
    if (!span || saving) return;
    setSaving(true);
    try {
      const parts: Blob[] = [];
      for await (const part of readSpan(host, span)) parts.push(new Blob([part]));
      saveBlob(new Blob(parts, { type: 'application/json' }), fileName);
      announce('Saved');
    } catch (error) {
      toast(messageOf(error));
    } finally {
      setSaving(false);
    }
  };
  return { save, saving };
}

/** What a result over 1 MB says of itself: it stays on disk, is searched there, saved, or drawn whole on request. */
export function LargeResult({ state: { result, loadAll, loadingAll }, fileName, onRaw }: LargeResultProps) {
  const { save, saving } = useSave(result?.span, fileName);
  const [searching, setSearching] = useState(false);
  const [asks, setAsks] = useState(false);
  if (!result?.cut) return null;
  const { bytes, span } = result;
  const size = formatSize(bytes);
  const draw = () => {
    if (bytes > ASK_BYTES) setAsks(true);
    else loadAll?.();
  };
  return (
    <>
      <Callout
        kind="ntf"
        icon={HardDrive}
        title={`${size} of JSON. It is kept on disk.`}
        actions={
          <>
            {span && (
              <Button size="sm" icon={Save} disabled={saving} onClick={() => void save()}>
                {saving ? 'Saving' : 'Save to a file'}
              </Button>
            )}
            {span && (
              <Button
                size="sm"
                variant="quiet"
                icon={Search}
                aria-expanded={searching}
                onClick={() => setSearching(!searching)}
              >
                Search in it
              </Button>
            )}
            {loadAll && (
              <Button size="sm" variant="quiet" disabled={loadingAll} onClick={draw}>
                {loadingAll ? 'Reading' : 'Draw all'}
              </Button>
            )}
            {onRaw && (
              <Button size="sm" variant="quiet" onClick={onRaw}>
                Raw message
              </Button>
            )}
          </>
        }
      >
        You see its beginning.
      </Callout>
      {searching && span && <SearchSpan span={span} onClose={() => setSearching(false)} />}
      {asks && (
        <ConfirmDraw
          size={size}
          onCancel={() => setAsks(false)}
          onConfirm={() => {
            setAsks(false);
            loadAll?.();
          }}
        />
      )}
    </>
  );
}

interface ConfirmDrawProps {
  readonly size: string;
  readonly onCancel: () => void;
  readonly onConfirm: () => void;
}

function ConfirmDraw({ size, onCancel, onConfirm }: ConfirmDrawProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onCancel()}
      title={`Draw all ${size}?`}
      width={440}
      initialFocus={cancel}
      footer={
        <>
          <Button ref={cancel} onClick={onCancel}>
            Cancel
          </Button>
          <Button variant="pri" onClick={onConfirm}>
            Draw all
          </Button>
        </>
      }
    >
      <p>
        The window may not answer for some seconds while it reads so much, and needs several times the size in memory.
        Searching in it and saving it need neither.
      </p>
    </Dialog>
  );
}
