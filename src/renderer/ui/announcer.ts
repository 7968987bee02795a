export type Urgency = 'polite' | 'assertive';

/** Speaks through the live regions: one message per 2 s and region, duplicates in the queue dropped (DESIGN 8). */
export interface Announcer {
  readonly say: (text: string, urgency?: Urgency) => void;
  /** What a region holds now. */
  readonly current: (urgency: Urgency) => string;
  /** Called after each change of a region; returns the undo. */
  readonly subscribe: (listener: () => void) => () => void;
}

const GAP_MS = 2000;
/** Older waiting messages give way: hearing them a minute late helps nobody. */
const MAX_WAITING = 8;

interface Lane {
  text: string;
  readonly waiting: string[];
  timer: ReturnType<typeof setTimeout> | undefined;
}

/** Creates the one announcer of a window; its timers end with `signal`. */
export function createAnnouncer(signal: AbortSignal): Announcer {
  const listeners = new Set<() => void>();
  const lanes: Record<Urgency, Lane> = {
    polite: { text: '', waiting: [], timer: undefined },
    assertive: { text: '', waiting: [], timer: undefined },
  };
  const speakNext = (lane: Lane): void => {
    const next = lane.waiting.shift();
    lane.text = next ?? '';
    for (const listener of listeners) listener();
    lane.timer = next === undefined ? undefined : setTimeout(() => speakNext(lane), GAP_MS);
  };
  signal.addEventListener('abort', () => {
    for (const lane of Object.values(lanes)) clearTimeout(lane.timer);
  });
  return {
    say(text, urgency = 'polite') {
      const lane = lanes[urgency];
      if (signal.aborted || lane.waiting.includes(text) || (lane.timer !== undefined && lane.text === text)) return;
      lane.waiting.push(text);
      if (lane.waiting.length > MAX_WAITING) lane.waiting.shift();
      if (lane.timer === undefined) speakNext(lane);
    },
    current: (urgency) => lanes[urgency].text,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
