import { CirclePlay, Presentation } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { hasLeftOut } from '#shared/script/make-script.ts';
import type { RunScriptInput } from '#shared/script/run-script.ts';
import { scriptOfThread } from '#shared/script/script-of-thread.ts';
import { useEntity, useWirebench } from '../store/wirebench.tsx';
import { Button } from '../ui/button.tsx';
import { Callout } from '../ui/callout.tsx';
import { downloadPlace } from './download-place.ts';
import { playMade } from './open-script.ts';
import { saveBlob } from './save-blob.ts';

export interface MakeScriptButtonProps {
  readonly sessionId: string;
  /** The first request of the call; undefined while it is not known. */
  readonly exchangeId: string | undefined;
}

interface Made {
  readonly script: RunScriptInput;
  /** Name of the file. */
  readonly file: string;
}

/** Saves a script that plays a recorded call again with its answers, for `wirebench run` and demo mode. */
export function MakeScriptButton({ sessionId, exchangeId }: MakeScriptButtonProps) {
  const { link } = useWirebench();
  const [busy, setBusy] = useState(false);
  const [made, setMade] = useState<Made>();
  const [problem, setProblem] = useState<string>();
  const session = useEntity('session', sessionId);
  const told = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Below a long thread, and in a low window, it would be cut off.
    if (made || problem !== undefined) told.current?.scrollIntoView?.({ block: 'nearest' });
  }, [made, problem]);
  if (!session || exchangeId === undefined) return null;
  const make = async () => {
    const script = await scriptOfThread(link.client(), session, exchangeId);
    const { writeScript } = await import('#shared/script/read-script.ts');
    const file = `${(script.title ?? 'script').replace(/[^\w.-]+/g, '-').slice(0, 60)}.yaml`;
    saveBlob(new Blob([await writeScript(script)], { type: 'application/yaml' }), file);
    setMade({ script, file });
  };
  const press = () => {
    setBusy(true);
    setProblem(undefined);
    make()
      .catch((error: unknown) => setProblem(messageOf(error)))
      .finally(() => setBusy(false));
  };
  return (
    <>
      <Button size="sm" variant="quiet" icon={Presentation} disabled={busy} onClick={press}>
        Make a script from this thread
      </Button>
      {(made || problem !== undefined) && (
        <div ref={told} className="told">
          {problem !== undefined && (
            <Callout kind="err" title="No script was made" role="alert">
              {problem}
            </Callout>
          )}
          {made && <MadeNote {...made} />}
        </div>
      )}
    </>
  );
}

/** Where the script went, and how it is played. */
function MadeNote({ script, file }: Made) {
  const wirebench = useWirebench();
  return (
    <Callout
      kind="ok"
      title={`${file} is saved ${downloadPlace(wirebench.app)}`}
      role="status"
      actions={
        <Button size="sm" icon={CirclePlay} onClick={() => void playMade(wirebench, script, file)}>
          Play it in demo mode
        </Button>
      }
    >
      <p>
        Without a window: <code className="mono">wirebench run {file}</code>
      </p>
      {hasLeftOut(script) && <p>A value that looks like a secret was left out. Fill it in first.</p>}
    </Callout>
  );
}
