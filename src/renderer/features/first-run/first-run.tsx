import { CirclePlay } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { playTour } from '../../parts/open-script.ts';
import { startDemo } from '../../parts/start-demo.ts';
import { useDetection } from '../../parts/use-detection.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { Icon } from '../../ui/icon.tsx';
import { DetectionRow } from './detection-row.tsx';
import { ImportBox } from './import-box.tsx';
import { WireDrawing } from './wire-drawing.tsx';

function DemoBox() {
  const wirebench = useWirebench();
  const { toast } = useFeedback();
  const [starting, setStarting] = useState(false);
  const start = () => {
    setStarting(true);
    startDemo(wirebench)
      .catch((error: unknown) => toast(messageOf(error)))
      .finally(() => setStarting(false));
  };
  return (
    <section className="demo-box" aria-labelledby="demo">
      <div className="row">
        <Icon icon={CirclePlay} />
        <h2 id="demo">Try the demo server</h2>
      </div>
      <p className="fs12 t2">
        It comes with the app and works offline. See a form request, a model request, progress and live logs in two
        minutes.
      </p>
      <div className="row">
        <Button disabled={starting} onClick={start}>
          Start the demo
        </Button>
        <Button
          variant="quiet"
          onClick={() => void playTour(wirebench).catch((error: unknown) => toast(messageOf(error)))}
        >
          Play the tour
        </Button>
      </div>
    </section>
  );
}

/** S01. From nothing to a connected server: paste, look at what was found, review. */
export function FirstRun() {
  const { page } = useWirebench();
  const [text, setText] = useState('');
  const found = useDetection(text);
  const review = () => page.getState().set({ review: { text, source: 'paste' } });
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // The review reads the text itself, so a fast Enter need not wait for the row below.
    if (found.settled ? found.detection?.kind === 'servers' : text.trim() !== '') review();
  };
  return (
    <div className="start">
      <div className="start-c">
        <WireDrawing />
        <div className="start-t">
          <h1>Connect an MCP server</h1>
          <p className="t2">
            Paste a command line, a URL or a JSON config. Nothing runs until you have seen the exact command.
          </p>
        </div>
        <div className="start-in">
          <textarea
            className="inp ta mono"
            rows={2}
            // biome-ignore lint/a11y/noAutofocus: the one thing to do on this page (DESIGN S01)
            autoFocus
            spellCheck={false}
            aria-label="Command, URL or config"
            aria-describedby="start-found"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={press}
          />
          <div id="start-found" role="status">
            <DetectionRow found={found} onReview={review} />
          </div>
        </div>
        <div className="start-b">
          <ImportBox />
          <DemoBox />
        </div>
      </div>
    </div>
  );
}
