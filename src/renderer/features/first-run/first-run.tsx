import { CircleAlert, CircleCheck, CirclePlay, Upload } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { startDemo } from '../../parts/start-demo.ts';
import { type Detected, useDetection } from '../../parts/use-detection.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { WireDrawing } from './wire-drawing.tsx';

const MAX_FILE = 1_000_000;

function DetectionRow({ found, onReview }: { found: Detected; onReview: () => void }) {
  const { detection, error } = found;
  if (error !== undefined) return <Problem title="The text could not be checked" detail={error} />;
  if (detection?.kind === 'problem') return <Problem title={detection.title} detail={detection.detail} />;
  const good = detection?.kind === 'servers' ? detection : undefined;
  if (!good) return null;
  return (
    <div className="codebox found">
      <span className="c-ok">
        <Icon icon={CircleCheck} />
      </span>
      <div className="col">
        <span className="b5">
          <ForeignText text={good.title} limit={200} inert />
        </span>
        <span className="fs12 t3">
          <ForeignText text={good.detail} limit={400} inert />
        </span>
      </div>
      <Button variant="pri" keys={['enter']} onClick={onReview}>
        Review and add
      </Button>
    </div>
  );
}

function Problem({ title, detail }: { title: string; detail: string }) {
  return (
    <div className="codebox found">
      <span className="c-err">
        <Icon icon={CircleAlert} />
      </span>
      <div className="col">
        <span className="b5">{title}</span>
        <span className="fs12 t3">{detail}</span>
      </div>
    </div>
  );
}

function FileBox({ onText }: { onText: (text: string, source: string) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const read = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > MAX_FILE) return setProblem(`${file.name} is larger than 1 MB, so it is no server config.`);
    try {
      onText(await file.text(), file.name);
      setProblem(undefined);
    } catch (error) {
      setProblem(`${file.name} could not be read. ${messageOf(error)}`);
    }
  };
  return (
    <section
      className="codebox start-box"
      aria-labelledby="open-file"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void read(event.dataTransfer.files[0]);
      }}
    >
      <div className="row">
        <Icon icon={Upload} />
        <h2 id="open-file">Open a config file</h2>
      </div>
      <p className="fs12 t2">
        Drop the JSON config of another client here, or choose it. The file is only read; you review each server before
        it is added.
      </p>
      {problem && (
        <p className="fs12 c-err" role="alert">
          {problem}
        </p>
      )}
      <input
        ref={input}
        type="file"
        accept=".json,.jsonc,application/json"
        hidden
        aria-label="Config file"
        onChange={(event) => {
          void read(event.currentTarget.files?.[0]);
          event.currentTarget.value = '';
        }}
      />
      <Button size="sm" variant="tint" onClick={() => input.current?.click()}>
        Open a file
      </Button>
    </section>
  );
}

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
      <Button disabled={starting} onClick={start}>
        Start the demo
      </Button>
    </section>
  );
}

/** S01. From nothing to a connected server: paste, look at what was found, review. */
export function FirstRun() {
  const { page } = useWirebench();
  const [text, setText] = useState('');
  const found = useDetection(text);
  const review = (given: string, source: string) => page.getState().set({ review: { text: given, source } });
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    // The review reads the text itself, so a fast Enter need not wait for the row below.
    if (found.settled ? found.detection?.kind === 'servers' : text.trim() !== '') review(text, 'paste');
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
            rows={3}
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
            <DetectionRow found={found} onReview={() => review(text, 'paste')} />
          </div>
        </div>
        <div className="start-b">
          <FileBox onText={review} />
          <DemoBox />
        </div>
      </div>
    </div>
  );
}
