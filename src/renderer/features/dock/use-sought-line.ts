import { usePage, useWirebench } from '../../store/wirebench.tsx';

export interface SoughtLine {
  readonly line: number | undefined;
  /** It was seen: something else decides what is in sight. */
  readonly drop: () => void;
}

/** The line of a session's stderr that another view wants to be seen; none without a session. */
export function useSoughtLine(sessionId: string | undefined): SoughtLine {
  const { page } = useWirebench();
  const line = usePage(({ soughtLine }) => (soughtLine?.sessionId === sessionId ? soughtLine?.line : undefined));
  const drop = () => {
    if (line !== undefined) page.getState().set({ soughtLine: undefined });
  };
  return { line, drop };
}
