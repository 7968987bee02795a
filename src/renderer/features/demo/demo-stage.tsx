import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { PendingInput } from '#shared/entities.ts';
import type { ScriptAnswer, Step } from '#shared/script/run-script.ts';
import { answerFits, waitsOnCall } from '#shared/script/script-reply.ts';
import type { ScriptPage } from '#shared/script/script-steps.ts';
import { openNotesWindow } from '../../parts/notes-address.ts';
import type { EntityState } from '../../store/state.ts';
import { useEntities, useEntity, usePage } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { AskStage } from './ask-stage.tsx';
import { DemoBar } from './demo-bar.tsx';
import { DemoLadder } from './demo-ladder.tsx';
import { sentWords } from './ladder-rows.ts';
import { type PlayedStep, type Player, type PlayerState, waitsForApproval } from './player.ts';
import { openPresenter, type PresenterView, type PresenterWish } from './presenter-channel.ts';
import { nameOfRunning, serverOf } from './script-servers.ts';
import { ComingStage, DoneStage, RunningStage } from './stage.tsx';
import { useDemoKeys } from './use-demo-keys.ts';
import { useLadder } from './use-ladder.ts';

const NO_PAGE: Pick<ScriptPage, 'say'> = { say: {} };
const NOT_PLAYED: PlayedStep = {};
const SIZES = [0.8, 0.9, 1, 1.15, 1.3, 1.5];

export interface DemoStageProps {
  readonly player: Player;
  /** Name of the file, for a script without a title. */
  readonly name: string;
  readonly onExit: () => void;
}

/** The question whether a call may be made that has not begun. */
function approvalIn({ pending }: Pick<EntityState, 'pending'>, sessionId: string | undefined) {
  const own = new Set([sessionId]);
  for (const ask of pending.values()) if (waitsForApproval(ask, own)) return ask;
  return undefined;
}

/** The oldest question that the newest operation of this page waits with; first of all those that the answer to come is for. */
function useAskOnStage({ operationId, sessionId }: PlayedStep, answer: ScriptAnswer | undefined, runs: boolean) {
  return useEntities((state) => {
    if (operationId === undefined) return runs ? approvalIn(state, sessionId) : undefined;
    let [oldest, meant]: (PendingInput | undefined)[] = [];
    for (const ask of state.pending.values()) {
      if (!waitsOnCall(ask, { sessionId, operationId })) continue;
      if (!oldest || ask.createdAt < oldest.createdAt) oldest = ask;
      if (answer && answerFits(answer, ask) && (!meant || ask.createdAt < meant.createdAt)) meant = ask;
    }
    return meant ?? oldest;
  });
}

const NOT_MEANT = 'The reply of the script is for something else.';

/** Whether a step waits to give a reply while something else is asked, which only a person can answer. */
function isUnmeant(step: Step | undefined, ask: PendingInput | undefined, running: boolean): boolean {
  return running && step?.do === 'answer' && ask !== undefined && !ask.approval && !answerFits(step.with, ask);
}

/** What is played now, out of the player's state. */
function useShown(player: Player, state: PlayerState) {
  const { page, at, played } = state;
  const places = player.pages[page]?.steps ?? [];
  const now = at === undefined ? undefined : player.script.steps[at];
  const coming = player.coming === undefined ? undefined : player.script.steps[player.coming];
  const playedNow = at === undefined ? undefined : played[at];
  const operation = useEntity('operation', playedNow?.operationId);
  const ask = useAskOnStage(playedNow ?? NOT_PLAYED, coming?.do === 'answer' ? coming.with : undefined, state.running);
  const sessions = Object.values(played).flatMap(({ sessionId }) => sessionId ?? []);
  const chosen = usePage(({ serverId }) => serverId);
  const running = useEntities((entities) =>
    coming?.do === 'connect' ? nameOfRunning(entities, serverOf(player.script, coming), chosen) : undefined,
  );
  const unmeant = isUnmeant(now, ask, state.running);
  return {
    places,
    now,
    coming,
    playedNow,
    operation,
    ask,
    unmeant,
    running,
    sessionId: playedNow?.sessionId ?? sessions.at(-1),
  };
}

interface StageFacts {
  readonly blank: boolean;
  readonly unmeant: boolean;
  /** A call waits to be allowed. */
  readonly toAllow: boolean;
}

const TO_ALLOW = 'Waits until you press Allow or Deny on the stage.';
const TO_ANSWER = 'Waits for your answer on the stage.';

function presenterView(
  player: Player,
  name: string,
  state: PlayerState,
  { blank, unmeant, toAllow }: StageFacts,
): PresenterView {
  const { page, at, auto, played } = state;
  const { say } = player.pages[page] ?? NO_PAGE;
  const coming = player.coming === undefined ? undefined : player.script.steps[player.coming];
  const waits = toAllow ? TO_ALLOW : unmeant ? TO_ANSWER : undefined;
  const turn = player.over ? 'The end' : 'Turns the page';
  return {
    script: player.script.title ?? name,
    page,
    pages: player.pages.length,
    title: say.title ?? '',
    text: say.text ?? '',
    notes: say.notes ?? '',
    next: waits ?? (coming ? sentWords(coming) : turn),
    held: waits !== undefined,
    over: player.over,
    nextPage: player.pages[page + 1]?.say.title ?? '',
    problem: unmeant ? NOT_MEANT : ((at === undefined ? undefined : played[at]?.problem) ?? ''),
    blank,
    auto,
  };
}

/** Keeps the window with the notes told, and does what it asks for. */
function usePresenter(view: PresenterView, onWish: (wish: Exclude<PresenterWish, 'ask'>) => void): void {
  const tell = useRef<(view: PresenterView) => void>(undefined);
  const latest = useRef({ view, onWish });
  latest.current = { view, onWish };
  useEffect(() => {
    const ending = new AbortController();
    tell.current = openPresenter((wish) => {
      if (wish === 'ask') tell.current?.(latest.current.view);
      else latest.current.onWish(wish);
    }, ending.signal);
    return () => ending.abort();
  }, []);
  useEffect(() => tell.current?.(view), [view]);
}

/** The player for a room: the messages at the left, what happens in large at the right, the controls below. */
export function DemoStage({ player, name, onExit }: DemoStageProps) {
  const { toast } = useFeedback();
  const state = useStore(player.state);
  const [size, setSize] = useState(2);
  const [blank, setBlank] = useState(false);
  const { say } = player.pages[state.page] ?? NO_PAGE;
  const shown = useShown(player, state);
  const ladder = useLadder(player, state);
  const serverName = useEntity('session', shown.sessionId)?.config.name ?? 'The server';
  const answer = shown.coming?.do === 'answer' ? shown.coming : undefined;
  const answers = shown.places.some((place) => player.script.steps[place]?.do === 'answer');
  useAnsweredByHand(player, shown, answer !== undefined && !state.running);
  const next = () => {
    if (blank) setBlank(false);
    else player.next();
  };
  const acts = {
    next,
    previous: () => player.previous(),
    blank: () => setBlank(!blank),
    auto: () => player.setAuto(!state.auto),
  };
  const notes = () => {
    if (!openNotesWindow())
      toast('The browser did not open the window. Allow windows for this page, then press N again.');
  };
  const resize = (step: 1 | -1) => setSize((old) => Math.min(SIZES.length - 1, Math.max(0, old + step)));
  useDemoKeys({ ...acts, notes, size: resize, exit: onExit });
  const { unmeant } = shown;
  const toAllow = state.running && shown.ask?.approval !== undefined;
  const view = useMemo(
    () => presenterView(player, name, state, { blank, unmeant, toAllow }),
    [player, name, state, blank, unmeant, toAllow],
  );
  usePresenter(view, (wish) => acts[wish]());
  const style = { '--demo-size': SIZES[size] } as CSSProperties; // React knows no custom properties
  return (
    <main className="demo" aria-label="Demo" style={style}>
      <div className="demo-body" inert={blank}>
        <section className="demo-left-side" aria-label="What happens">
          <div className="demo-say" aria-live="polite">
            <h1>
              <ForeignText text={say.title ?? ''} limit={200} inert />
            </h1>
            <p className="t2">
              <ForeignText text={say.text ?? ''} limit={600} lines />
            </p>
          </div>
          <DemoLadder serverName={serverName} view={ladder} />
        </section>
        <section className="demo-stage" aria-label="Stage">
          <StageOf shown={shown} running={state.running} answer={answer} />
        </section>
      </div>
      {blank && <div className="demo-blank" role="img" aria-label="The stage is blank. B shows it again." />}
      <DemoBar
        title={player.script.title ?? name}
        page={state.page}
        pages={player.pages.length}
        auto={state.auto}
        who={answers && !unmeant ? 'Replies come from the script' : shown.ask ? 'You answer' : ''}
        canFill={
          answer !== undefined && shown.ask !== undefined && answerFits(answer.with, shown.ask) && !state.running
        }
        canNext={!state.running && !player.over}
        over={player.over}
        onPrevious={acts.previous}
        onFill={next}
        onNext={next}
        onAuto={acts.auto}
        onNotes={notes}
        onExit={onExit}
      />
    </main>
  );
}

/** A question of the script that a person answered in its sheet: the script goes on from there by itself. */
function useAnsweredByHand(player: Player, shown: ReturnType<typeof useShown>, waits: boolean): void {
  const status = useEntity('pending', shown.playedNow?.outcome?.ask?.id)?.status;
  const answered = waits && status !== undefined && status !== 'waiting';
  useEffect(() => {
    if (answered) player.next();
  }, [answered, player]);
}

interface StageOfProps {
  readonly shown: ReturnType<typeof useShown>;
  readonly running: boolean;
  readonly answer: Parameters<typeof AskStage>[0]['answer'];
}

function StageOf({ shown, running, answer }: StageOfProps) {
  const { now, coming, playedNow, operation, ask, unmeant, sessionId } = shown;
  if (ask)
    return (
      <>
        {unmeant && (
          <Callout kind="wait" title={NOT_MEANT} role="status">
            Answer this yourself, and it goes on from there. The left arrow key goes back.
          </Callout>
        )}
        <AskStage key={ask.id} ask={ask} answer={answer} />
      </>
    );
  if (!now || !playedNow)
    return coming ? <ComingStage step={coming} sessionId={sessionId} running={shown.running} /> : null;
  // A call that is left open to be stopped goes on while its outcome is known.
  if (running || coming?.do === 'stop') return <RunningStage step={now} operation={operation} />;
  return <DoneStage step={now} played={playedNow} />;
}
