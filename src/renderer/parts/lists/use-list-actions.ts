import { type CatalogKind, LIST_VERBS } from '#shared/catalog-kind.ts';
import type { Catalog } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { useRun, useWirebench } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';

/** The request that reads a list. */
export const LIST_METHODS: Readonly<Record<CatalogKind, string>> = {
  tools: 'tools/list',
  resources: 'resources/list',
  templates: 'resources/templates/list',
  prompts: 'prompts/list',
};

export interface ListActions {
  /** Reads the lists again, as far as they are shown. */
  readonly refresh: () => void;
  /** Reads on where a list ended: one more page, or all that are left. */
  readonly more: (pages: 'next' | 'all') => void;
  /** Ends the readings that are under way. */
  readonly stop: () => void;
  /** Opens Traffic at the last answer of a list; undefined while there is none. */
  readonly showAnswer: (() => void) | undefined;
}

/** What can be done with lists of a session that are shown as one. Failures are said in a toast; `noun` is plural. */
export function useListActions(
  { serverId, sessionId }: { readonly serverId: string; readonly sessionId: string },
  heads: readonly (Catalog | undefined)[],
  noun: string,
): ListActions {
  const run = useRun();
  const { link, page } = useWirebench();
  const { toast } = useFeedback();
  const known = heads.filter((head) => head !== undefined);
  const failed = (error: unknown) => void toast(`The ${noun} were not fetched. ${messageOf(error)}`);
  const seq = known.find(({ answerSeq }) => answerSeq !== undefined)?.answerSeq;
  return {
    refresh: () => {
      for (const { kind } of known) run(sessionId, LIST_VERBS[kind], {}).catch(failed);
    },
    more: (pages) => {
      for (const { kind, nextCursor } of known) {
        if (nextCursor !== undefined) run(sessionId, LIST_VERBS[kind], { pages }).catch(failed);
      }
    },
    stop: () => {
      for (const { kind, status } of known) {
        if (status === 'loading') link.client()['catalog.stop']({ sessionId, kind }).catch(failed);
      }
    },
    showAnswer:
      seq === undefined
        ? undefined
        : () => {
            const shown = link.client()['log.rowNear']({ sessionId, seq });
            shown.then(({ own, row = own }) => {
              if (row !== undefined) page.getState().select(`${sessionId}/traffic`, String(own ?? row));
              page.getState().openTab(serverId, 'traffic');
            }, failed);
          },
  };
}
