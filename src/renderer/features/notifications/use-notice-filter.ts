import type { LogFilter } from '#shared/exchange.ts';
import { useKeptState } from '../../parts/use-kept-state.ts';
import { useViewFilter } from '../../parts/use-view-filter.ts';
import { ALL_GROUPS, type LevelGroup, type NoticeType, noticeFilter } from './notice-filter.ts';

export interface NoticeFilterChoice {
  readonly type: NoticeType;
  readonly setType: (type: NoticeType) => void;
  readonly groups: readonly LevelGroup[];
  readonly setGroups: (groups: LevelGroup[]) => void;
  readonly text: string;
  readonly setText: (text: string) => void;
  /** What the host filters by; undefined when every notification is wanted. */
  readonly filter: LogFilter | undefined;
  readonly clear: () => void;
}

/** Which notifications are shown, also when the tab is opened again. */
export function useNoticeFilter(sessionId: string): NoticeFilterChoice {
  const [type, setType] = useKeptState<NoticeType>(`${sessionId}/notices/type`, 'all');
  const [groups, setGroups] = useKeptState<LevelGroup[]>(`${sessionId}/notices/levels`, ALL_GROUPS);
  const [text, setText] = useViewFilter(sessionId, 'notifications');
  const clear = () => {
    setType('all');
    setGroups(ALL_GROUPS);
    setText('');
  };
  return { type, setType, groups, setGroups, text, setText, filter: noticeFilter(type, groups, text), clear };
}
