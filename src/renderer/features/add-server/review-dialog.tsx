import { ClipboardPaste } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import type { ServerConfig } from '#shared/config.ts';
import { useDetection } from '../../parts/use-detection.ts';
import type { PageState } from '../../store/page.ts';
import { useEntity, usePage, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { plural } from '../../ui/format.ts';
import { hasMod } from '../../ui/platform.ts';
import { type Draft, draftProblems, jsonOf } from './draft.ts';
import { ServerForm } from './server-form.tsx';
import { SOURCE_WORD, SourcePane, type SourceTab, tabOfText } from './source-pane.tsx';
import { type Adding, useAdd } from './use-add.ts';
import { type Drafts, useDrafts, useTakenNames } from './use-drafts.ts';

type Review = NonNullable<PageState['review']>;

/** `paste`, `new` and `edit` come from here; anything else names the file a text came from. */
const OWN_SOURCES = ['paste', 'new', 'edit'];

const hasProblems = (draft: Draft, taken: ReadonlySet<string>) => Object.keys(draftProblems(draft, taken)).length > 0;

/** Names that a draft may not have: of other servers and of other drafts. */
function takenBy({ drafts }: Drafts, draft: Draft, taken: ReadonlySet<string>): ReadonlySet<string> {
  const others = drafts.filter((each) => each.ticked && each.key !== draft.key).map((each) => each.name.trim());
  return new Set([...taken, ...others]);
}

interface ShellProps {
  title: string;
  description: ReactNode;
  note: string;
  adding: Adding;
  /** Text that replaces the buttons while nothing can be saved. */
  blocked: string | undefined;
  /** Nothing to save yet. */
  waiting?: boolean;
  buttons: { save: string; start: string };
  saveFirst?: boolean;
  onSave: (start: boolean) => void;
  onClose: () => void;
  children: ReactNode;
}

/** Frame of the dialog: head, footer with the only buttons that save or start anything. */
function Shell(props: ShellProps) {
  const { adding, blocked, buttons, onSave, onClose } = props;
  const stopped = adding.busy || blocked !== undefined || props.waiting === true;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !hasMod(event)) return;
    event.preventDefault();
    event.stopPropagation();
    if (!stopped) onSave(true);
  };
  const footer = (
    <>
      <span className="fs12 t2">{props.note}</span>
      <span className="sp" />
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      {blocked === undefined ? (
        <>
          <Button variant={props.saveFirst ? 'pri' : 'outline'} disabled={stopped} onClick={() => onSave(false)}>
            {buttons.save}
          </Button>
          <Button
            variant={props.saveFirst ? 'outline' : 'pri'}
            keys={['mod', 'enter']}
            disabled={stopped}
            onClick={() => onSave(true)}
          >
            {buttons.start}
          </Button>
        </>
      ) : (
        <Button variant="pri" disabled>
          {blocked}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={props.title}
      description={props.description}
      width={1060}
      className="review"
      holds
      footer={footer}
    >
      <div className="review-b" onKeyDownCapture={press}>
        {props.children}
        {adding.error !== undefined && (
          <div className="review-e">
            <Callout kind="err" role="alert" title="The server could not be added">
              <p>{adding.error}</p>
            </Callout>
          </div>
        )}
      </div>
    </Dialog>
  );
}

function NewServers({ review, onClose }: { review: Review; onClose: () => void }) {
  const [tab, setTab] = useState<SourceTab>(() => tabOfText(review.text ?? ''));
  const [texts, setTexts] = useState<Record<SourceTab, string>>(() => {
    const empty = { json: '', command: '', url: '' };
    return { ...empty, [tabOfText(review.text ?? '')]: review.text ?? '' };
  });
  const text = texts[tab];
  const found = useDetection(text);
  const taken = useTakenNames(undefined);
  const drafts = useDrafts(found, undefined, taken);
  const adding = useAdd(undefined, (draft) => drafts.remove(draft.key));
  const { chosen } = drafts;
  const ticked = drafts.drafts.filter((draft) => draft.ticked);
  const broken = found.error !== undefined || found.detection?.kind === 'problem';
  const wrong = ticked.find((draft) => hasProblems(draft, takenBy(drafts, draft, taken)));
  const blocked = broken
    ? `Fix the ${SOURCE_WORD[tab]} first`
    : wrong && `Fix ${wrong.name.trim() || 'the name'} first`;
  const changeTab = (next: SourceTab) => {
    // What was found is offered as JSON, so that one can go on from there.
    const carries = next === 'json' && texts.json === '' && drafts.drafts.length > 0;
    if (carries) drafts.carry();
    setTexts({ ...texts, [next]: carries ? jsonOf(drafts.drafts) : texts[next] });
    setTab(next);
  };
  const fromFile = !OWN_SOURCES.includes(review.source);
  const good = found.lastGood;
  const description = good
    ? `${fromFile ? `From ${review.source}: ` : ''}${good.title}`
    : 'Paste a JSON config, a command line or an address.';
  return (
    <Shell
      title="Review before anything runs"
      description={description}
      note={`${plural(ticked.length, 'server')}, nothing started yet`}
      adding={adding}
      blocked={blocked}
      waiting={ticked.length === 0 || !found.settled}
      saveFirst={fromFile}
      buttons={{ save: 'Add without starting', start: 'Add and connect' }}
      onSave={(start) => void adding.run(ticked, start).then((done) => done && onClose())}
      onClose={onClose}
    >
      <SourcePane
        tab={tab}
        onTab={changeTab}
        text={text}
        onText={(next) => setTexts({ ...texts, [tab]: next })}
        found={found}
        drafts={drafts.drafts}
        chosen={chosen?.key}
        onChoose={drafts.choose}
        onDraft={drafts.change}
      />
      {chosen ? (
        <ServerForm
          key={chosen.key}
          draft={chosen}
          problems={draftProblems(chosen, takenBy(drafts, chosen, taken))}
          editable={false}
          onDraft={drafts.change}
        />
      ) : (
        <EmptyState icon={ClipboardPaste} title="Nothing to review yet">
          <p>What you type at the left is read on this computer. Each server found in it is shown here in full.</p>
        </EmptyState>
      )}
    </Shell>
  );
}

const NOT_ASKED = { detection: undefined, settled: true, lastGood: undefined, error: undefined };

function EditServer({ config, running, onClose }: { config: ServerConfig; running: boolean; onClose: () => void }) {
  const taken = useTakenNames(config.id);
  const drafts = useDrafts(NOT_ASKED, config, taken);
  const adding = useAdd(config, () => undefined);
  const draft = drafts.chosen;
  if (!draft) return null;
  const wrong = hasProblems(draft, taken);
  return (
    <Shell
      title={`Edit ${config.name}`}
      description="Nothing runs before you save."
      note={running ? 'The running session keeps its settings until it is restarted' : ''}
      adding={adding}
      blocked={wrong ? 'Fix the marked fields first' : undefined}
      buttons={{ save: 'Save', start: running ? 'Save and restart' : 'Save and connect' }}
      onSave={(start) => void adding.run([draft], start).then((done) => done && onClose())}
      onClose={onClose}
    >
      <ServerForm draft={draft} problems={draftProblems(draft, taken)} editable onDraft={drafts.change} />
    </Shell>
  );
}

/** S02 and S03. Everything that would be saved and run, before it is saved or run. */
export function ReviewDialog() {
  const { page } = useWirebench();
  const review = usePage((state) => state.review);
  const server = useEntity('server', review?.serverId);
  const session = useEntity('session', server?.sessionId);
  const close = () => page.getState().set({ review: undefined });
  if (!review) return null;
  if (review.serverId === undefined) return <NewServers review={review} onClose={close} />;
  if (!server) return null;
  const running = session !== undefined && session.state.at !== 'closed';
  return <EditServer key={server.id} config={server.config} running={running} onClose={close} />;
}
