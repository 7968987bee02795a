import { isOperationOver } from '#shared/entities.ts';
import type { ThreadStep } from '#shared/traffic.ts';
import { useThread } from '../../parts/use-thread.ts';
import { useEntity, useLoad } from '../../store/wirebench.tsx';
import { comingRows, type LadderRow, sessionRows, threadRows } from './ladder-rows.ts';
import type { Player, PlayerState } from './player.ts';

/** A call of which nothing was read yet. */
const SENT: readonly ThreadStep[] = [{ kind: 'sent', title: 'Request sent', after: 0 }];
/** Messages of a session that are looked at, and rows that are drawn. */
const READ = 20;
const MOST = 8;

export interface LadderView {
  readonly past: readonly LadderRow[];
  readonly coming: readonly LadderRow[];
  /** Older messages that are left out. */
  readonly left: number;
}

/** The messages of the page that is played: those of its newest call, and those that will come. */
export function useLadder(player: Player, { page, at, running, played }: PlayerState): LadderView {
  const places = player.pages[page]?.steps ?? [];
  const here = places.slice(0, at === undefined ? 0 : places.indexOf(at) + 1);
  const shown = here.findLast((place) => played[place]?.operationId !== undefined);
  const operation = useEntity('operation', shown === undefined ? undefined : played[shown]?.operationId);
  const began = here.findLast((place) => {
    const step = player.script.steps[place];
    return played[place]?.operationId === operation?.id && step?.do !== 'answer' && step?.do !== 'stop';
  });
  const { report } = useThread({
    sessionId: operation?.sessionId ?? '',
    exchangeId: operation?.exchangeIds[0],
    rev: operation ? `${operation.status} ${operation.exchangeIds.length} ${operation.progressCount} ${running}` : '',
    live: operation !== undefined && !isOperationOver(operation.status),
  });
  const connecting = here.some((place) => player.script.steps[place]?.do === 'connect') && shown === undefined;
  const sessionId = connecting && at !== undefined ? played[at]?.sessionId : undefined;
  const count = useEntity('session', sessionId)?.counts.traffic ?? 0;
  const first = useLoad(sessionId && `${sessionId}/${Math.min(count, READ)}/${running}`, async (host) => {
    const { traffic = [] } = await host['log.page']({
      sessionId: sessionId ?? '',
      view: 'traffic',
      from: 0,
      count: READ,
    });
    return sessionRows(traffic);
  });
  const connected = Object.values(played).findLast((one) => one.sessionId !== undefined)?.sessionId;
  const era = useEntity('session', operation?.sessionId ?? connected)?.hello?.era;
  const step = began === undefined ? undefined : player.script.steps[began];
  const all =
    sessionId === undefined ? threadRows(operation ? (report?.steps ?? SENT) : [], step) : (first.value ?? []);
  const coming = comingRows(player.script, places, { at, done: !running, era }).slice(0, 4);
  const past = all.slice(-Math.max(1, MOST - coming.length));
  return { past, coming, left: all.length - past.length };
}
