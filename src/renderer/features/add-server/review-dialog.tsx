import { ClipboardPaste } from 'lucide-react';
import { useMemo } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { type Draft, jsonOf } from '../../parts/server-form/draft.ts';
import { draftProblems, isWrong, openInputs } from '../../parts/server-form/draft-problems.ts';
import { ServerForm } from '../../parts/server-form/server-form.tsx';
import { useTakenNames } from '../../parts/server-form/use-taken-names.ts';
import type { Review } from '../../store/page.ts';
import { useEntities, usePage, useWirebench } from '../../store/wirebench.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { ReviewShell } from './review-shell.tsx';
import { SourcePane } from './source-pane.tsx';
import { useAdd } from './use-add.ts';
import { type Drafts, useDrafts } from './use-drafts.ts';
import { SOURCE_WORD, type Source, type SourceTab, useSource } from './use-source.ts';

/** Names that a draft may not have: of other servers and of other drafts. */
function takenBy({ drafts }: Drafts, draft: Draft, taken: ReadonlySet<string>): ReadonlySet<string> {
  const others = drafts.filter((each) => each.ticked && each.key !== draft.key).map((each) => each.name.trim());
  return new Set([...taken, ...others]);
}

function Description({ source }: { source: Source }) {
  const good = source.found.lastGood;
  if (!good) return 'Paste a JSON config, a command line or an address, or choose a file.';
  const from = source.isLink ? 'From a link: ' : source.file ? `From the file ${source.file.name}: ` : '';
  return (
    <>
      <ForeignText text={`${from}${good.title}`} limit={400} inert />
      {source.foreign && '. Nothing of it starts unless you start it.'}
    </>
  );
}

/** Moves between the tabs; what was found is offered as JSON, so that one can go on from there. */
function changeTab(source: Source, drafts: Drafts, next: SourceTab): void {
  const carries = next === 'json' && source.tab !== 'json' && source.json === '' && drafts.drafts.length > 0;
  if (!carries) {
    source.setTab(next);
    return;
  }
  const whole = source.tab === 'file' ? source.file?.text : undefined;
  drafts.carry();
  source.writeJson(whole || jsonOf(drafts.drafts));
}

/** Why the ticked servers cannot be saved, or cannot be started yet. */
function obstacles(source: Source, drafts: Drafts, taken: ReadonlySet<string>): { blocked?: string; notYet?: string } {
  const { found, tab } = source;
  if (found.error !== undefined || found.detection?.kind === 'problem') {
    return { blocked: `Fix the ${SOURCE_WORD[tab]} first` };
  }
  const ticked = drafts.drafts.filter((draft) => draft.ticked);
  const wrong = ticked.find((draft) => isWrong(draftProblems(draft, takenBy(drafts, draft, taken))));
  if (wrong) return { blocked: `Fix ${wrong.name.trim().slice(0, 40) || 'the name'} first` };
  const open = ticked.find((draft) => openInputs(draft).length > 0);
  return open
    ? { notYet: `To connect, ${open.name.slice(0, 40)} needs: ${openInputs(open).join(', ').slice(0, 120)}` }
    : {};
}

function NewServers({ review, onClose }: { review: Review; onClose: () => void }) {
  const source = useSource(review);
  const taken = useTakenNames(undefined);
  const saved = useEntities(useShallow((state) => [...state.server.values()].map((server) => server.config)));
  const { foreign } = source;
  const context = useMemo(() => ({ taken, servers: saved, foreign }), [taken, saved, foreign]);
  const drafts = useDrafts(source.found, context);
  const adding = useAdd(
    (draft) => drafts.remove(draft.key),
    ({ unpack: _done, ...draft }) => drafts.change(draft),
  );
  const { chosen } = drafts;
  const ticked = drafts.drafts.filter((draft) => draft.ticked);
  const { blocked, notYet } = obstacles(source, drafts, taken);
  return (
    <ReviewShell
      description={<Description source={source} />}
      note={`${plural(ticked.length, 'server')}, nothing started yet`}
      adding={adding}
      blocked={blocked}
      notYet={notYet}
      waiting={ticked.length === 0 || !source.found.settled}
      saveFirst={foreign}
      onAdd={(start) => void adding.run(ticked, start).then((done) => done && onClose())}
      onClose={onClose}
    >
      <SourcePane
        source={source}
        onTab={(tab) => changeTab(source, drafts, tab)}
        onCorrect={(name) => {
          drafts.carry();
          source.goTo(name);
        }}
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
    </ReviewShell>
  );
}

/** S02. Everything that would be saved and run, before it is saved or run. */
export function ReviewDialog() {
  const { page } = useWirebench();
  const review = usePage((state) => state.review);
  if (!review || review.serverId !== undefined) return null;
  return <NewServers review={review} onClose={() => page.getState().set({ review: undefined })} />;
}
