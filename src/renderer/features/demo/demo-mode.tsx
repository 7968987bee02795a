import { FileWarning } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { RunScript } from '#shared/script/run-script.ts';
import { openScriptFile } from '../../parts/open-script.ts';
import type { Demo } from '../../store/page.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { type Mask, MaskContext } from '../../ui/masking.ts';
import { DemoStage } from './demo-stage.tsx';
import { maskSecrets } from './mask-secrets.ts';
import { Player } from './player.ts';

const MASK = maskSecrets as Mask; // a copy of the same shape

/** S34. A script played for a room, over the rest of the window; or why its file cannot be played. */
export function DemoMode({ demo }: { readonly demo: Demo }) {
  const { page } = useWirebench();
  const exit = () => page.getState().set({ demo: undefined });
  return (
    <MaskContext value={MASK}>
      {demo.script ? (
        <Playing key={demo.opened} demo={demo} script={demo.script} onExit={exit} />
      ) : (
        <BadScript demo={demo} onExit={exit} />
      )}
    </MaskContext>
  );
}

function BadScript({ demo, onExit }: { readonly demo: Demo; readonly onExit: () => void }) {
  const wirebench = useWirebench();
  return (
    <main className="demo" aria-label="Demo">
      <EmptyState
        icon={FileWarning}
        title="This script cannot be played"
        actions={
          <>
            <Button onClick={() => openScriptFile(wirebench)}>Open another script</Button>
            <Button variant="quiet" onClick={onExit}>
              Exit
            </Button>
          </>
        }
      >
        <p role="alert">
          <ForeignText text={demo.problem ?? ''} limit={600} />
        </p>
        <p>Correct the file and open it again. docs/demo-mode.md describes the format.</p>
      </EmptyState>
    </main>
  );
}

interface PlayingProps {
  readonly demo: Demo;
  readonly script: RunScript;
  readonly onExit: () => void;
}

/** Makes the player, which ends with this view, and asks first where the script starts something unknown. */
function Playing({ demo, script, onExit }: PlayingProps) {
  const wirebench = useWirebench();
  const { announce } = useFeedback();
  const [player, setPlayer] = useState<Player>();
  const [agreed, setAgreed] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: one player for each script that is opened
  useEffect(() => {
    const ending = new AbortController();
    setPlayer(new Player(wirebench, script, ending.signal));
    announce('Demo mode. Space goes on, Escape leaves.');
    return () => ending.abort();
  }, [demo.opened]);
  if (!player) return <main className="demo" aria-label="Demo" />;
  const { strangers } = player.state.getState();
  if (strangers.length === 0 || agreed) return <DemoStage player={player} name={demo.name} onExit={onExit} />;
  return (
    <main className="demo demo-ask" aria-label="Demo">
      <div className="demo-card">
        <div className="dlg-b">
          <Callout kind="wait" title={`${demo.name} starts what is not part of this app`}>
            Play it only if you trust where the file comes from. Servers are added to the list.
          </Callout>
          <ul className="codebox mono">
            {strangers.map((text) => (
              <li key={text}>
                <ForeignText text={text} limit={2000} />
              </li>
            ))}
          </ul>
        </div>
        <div className="dlg-f">
          <Button onClick={onExit}>Do not play</Button>
          <span className="sp" />
          <Button
            variant="pri"
            onClick={() => {
              player.agree();
              setAgreed(true);
            }}
          >
            Play
          </Button>
        </div>
      </div>
    </main>
  );
}
