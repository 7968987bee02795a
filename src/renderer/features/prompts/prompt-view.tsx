import { useRef, useState } from 'react';
import type { DriftMark } from '#shared/drift.ts';
import { type JsonObject, textAt } from '#shared/json.ts';
import { isSecretArgument } from '#shared/secret-names.ts';
import type { Session } from '#shared/session.ts';
import { CompletionInput } from '../../parts/completion-input.tsx';
import { CrumbBar } from '../../parts/crumb-bar.tsx';
import { DriftCallout } from '../../parts/drift/drift-callout.tsx';
import { IconNotes, OwnIcon } from '../../parts/own-icon.tsx';
import { readDraft } from '../../parts/read-draft.ts';
import { useCompletion } from '../../parts/use-completion.ts';
import type { OnePane } from '../../parts/use-one-pane.ts';
import { usePaneSize } from '../../parts/use-pane-size.ts';
import { useRunKeys } from '../../parts/use-run-keys.ts';
import { useVerb } from '../../parts/use-verb.ts';
import { iconRefOf } from '../../store/catalog-items.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Split } from '../../ui/split.tsx';
import { type PromptArgument, readArguments, sentArguments } from './prompt-arguments.ts';
import { PromptMessages } from './prompt-messages.tsx';
import { useEarlierPrompts } from './use-earlier-prompts.tsx';
import { useMissing } from './use-missing.ts';

interface PromptViewProps {
  readonly serverId: string;
  readonly session: Session;
  readonly prompt: JsonObject;
  readonly name: string;
  /** How it differs from what was accepted, if it does. */
  readonly mark: DriftMark | undefined;
  readonly pane: OnePane;
}

const ARGS_PX = 340;
type Part = 'first' | 'second';
const PARTS = [
  { value: 'first', label: 'Arguments' },
  { value: 'second', label: 'Messages' },
] as const;

/** One prompt: its arguments at the left, the messages they make at the right. */
export function PromptView({ serverId, session, prompt, name, mark, pane }: PromptViewProps) {
  const { page } = useWirebench();
  const [width, setWidth] = usePaneSize('prompts/arguments', ARGS_PX);
  const draftKey = `${serverId}/prompts/${name}`;
  const values = readDraft(usePage((state) => state.heldDrafts[draftKey] ?? state.drafts[draftKey]));
  const args = readArguments(prompt);
  const get = useVerb(session.id, 'prompts.get');
  const form = useRef<HTMLFormElement>(null);
  const missing = useMissing(form, args, values);
  const result = useRef<HTMLElement>(null);
  const [tried, setTried] = useState(false);
  const ready = session.state.at === 'ready';
  const [part, setPart] = useState<Part>('first');
  const toResult = () => {
    setPart('second');
    requestAnimationFrame(() => result.current?.focus());
  };
  const send = (given = values) => {
    // Where only one pane has room, what comes of it takes it.
    if (pane.layout !== 'wide') toResult();
    get.start({ name, args: sentArguments(args, given) });
  };
  const start = () => {
    setTried(true);
    // A missing argument is told, but sent when it is asked for once more: this is a tool for testing.
    const field = missing.field();
    if (field && document.activeElement !== field) return field.focus();
    send();
  };
  const toMissing = (by: 1 | -1) => missing.step(by) && setTried(true);
  useRunKeys({
    run: () => ready && !get.running && start(),
    sendAnyway: () => ready && !get.running && send(),
    stop: get.stop,
    nextProblem: () => toMissing(1),
    previousProblem: () => toMissing(-1),
    toResult,
  });
  const setValues = (next: Record<string, string>) => {
    const secret = Object.entries(next).some(([one, typed]) => typed !== '' && isSecretArgument(one));
    page.getState().draft(draftKey, JSON.stringify(next), secret);
  };
  const kept = useEarlierPrompts({ serverId, name, values, setValues });
  const left = (
    <section className="pane" aria-label="Arguments">
      <Head prompt={prompt} name={name} />
      <DriftCallout serverId={serverId} mark={mark} />
      {args.length > 0 && (
        <div className="args-t row">
          <span className="sp" />
          {kept.menu((given) => ready && !get.running && send(given))}
        </div>
      )}
      <form
        ref={form}
        className="pane-b scroll pad form"
        aria-label={`Arguments of ${name}`}
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) start();
        }}
      >
        <Arguments
          {...{ session, name, args, values }}
          onValue={(argument, text) => setValues({ ...values, [argument]: text })}
          tried={tried}
        />
      </form>
      <div className="args-f row">
        {get.running ? (
          <Button onClick={get.stop}>Stop</Button>
        ) : (
          <Button variant="pri" className="grow" keys={['mod', 'enter']} onClick={start} disabled={!ready}>
            Get prompt
          </Button>
        )}
        {args.length > 0 && kept.save}
      </div>
    </section>
  );
  return (
    <div className="item-pane">
      <CrumbBar pane={pane} list="Prompts" name={name}>
        <Segmented label="Pane of the prompt" options={PARTS} value={part} onChange={setPart} />
      </CrumbBar>
      <Split
        only={pane.layout === 'wide' ? undefined : part}
        label="Width of the arguments"
        direction="row"
        fixed="first"
        size={width}
        onSize={setWidth}
        defaultSize={ARGS_PX}
        min={240}
        minOther={300}
        first={left}
        second={<PromptMessages {...{ serverId, session, get }} prompt={name} paneRef={result} />}
      />
    </div>
  );
}

function Head({ prompt, name }: { readonly prompt: JsonObject; readonly name: string }) {
  const description = textAt(prompt, 'description');
  const title = textAt(prompt, 'title');
  return (
    <div className="args-h">
      <div className="row">
        <OwnIcon of={iconRefOf(prompt)} size="l" />
        <h2 className="mono">
          <ForeignText text={name} limit={128} />
        </h2>
      </div>
      {title !== undefined && title !== name && (
        <p className="fs12 b5">
          <ForeignText text={title} limit={128} />
        </p>
      )}
      {description !== undefined && (
        <p className="fs12 t2">
          <ForeignText text={description} />
        </p>
      )}
      <IconNotes of={iconRefOf(prompt)} />
    </div>
  );
}

interface ArgumentsProps {
  readonly session: Session;
  readonly name: string;
  readonly args: readonly PromptArgument[];
  readonly values: Record<string, string>;
  readonly onValue: (argument: string, text: string) => void;
  /** It was to be run already, so what is missing is told. */
  readonly tried: boolean;
}

function Arguments({ session, name, args, values, onValue, tried }: ArgumentsProps) {
  const offered = session.hello?.capabilities.completions !== undefined && session.state.at === 'ready';
  const complete = useCompletion(session.id, { type: 'ref/prompt', name }, offered);
  if (args.length === 0) return <p className="t2 fs12">This prompt takes no arguments.</p>;
  return args.map((argument) => {
    const value = values[argument.name] ?? '';
    return (
      <div key={argument.name} data-argument={argument.name}>
        <Field
          name={argument.name}
          type="string"
          required={argument.required ? 'required' : undefined}
          hint={argument.description !== undefined && <ForeignText text={argument.description} limit={300} />}
          error={tried && argument.required && value === '' ? 'The prompt requires this argument.' : undefined}
        >
          {(control) => (
            <CompletionInput
              control={control}
              name={argument.name}
              value={value}
              onValue={(text) => onValue(argument.name, text)}
              others={values}
              complete={complete}
              placeholder={argument.required ? undefined : 'Optional'}
            />
          )}
        </Field>
      </div>
    );
  });
}
