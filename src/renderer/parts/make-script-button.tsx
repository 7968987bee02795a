import { Presentation } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { hasLeftOut } from '#shared/script/make-script.ts';
import { useEntity, useWirebench } from '../store/wirebench.tsx';
import { Button } from '../ui/button.tsx';
import { useFeedback } from '../ui/feedback.tsx';
import { saveBlob } from './save-blob.ts';
import { scriptOfThread } from './script-of-thread.ts';

export interface MakeScriptButtonProps {
  readonly sessionId: string;
  /** The first request of the call; undefined while it is not known. */
  readonly exchangeId: string | undefined;
}

/** Saves a script that plays a recorded call again with its answers, for `wirebench run` and demo mode. */
export function MakeScriptButton({ sessionId, exchangeId }: MakeScriptButtonProps) {
  const { link } = useWirebench();
  const { toast } = useFeedback();
  const [busy, setBusy] = useState(false);
  const session = useEntity('session', sessionId);
  if (!session || exchangeId === undefined) return null;
  const make = async () => {
    const host = link.client();
    const script = await scriptOfThread(host, session, exchangeId);
    const { writeScript } = await import('#shared/script/read-script.ts');
    const name = (script.title ?? 'script').replace(/[^\w.-]+/g, '-').slice(0, 60);
    saveBlob(new Blob([await writeScript(script)], { type: 'application/yaml' }), `${name}.yaml`);
    toast(hasLeftOut(script) ? 'Saved. A value that looks like a secret was left out: fill it in.' : 'Saved.');
  };
  const press = () => {
    setBusy(true);
    make()
      .catch((error: unknown) => toast(`No script was made. ${messageOf(error)}`))
      .finally(() => setBusy(false));
  };
  return (
    <Button size="sm" variant="quiet" icon={Presentation} disabled={busy} onClick={press}>
      Make a script from this thread
    </Button>
  );
}
