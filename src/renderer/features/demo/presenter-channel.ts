import { z } from 'zod';

const NAME = 'wirebench-presenter';

/** What the window with the notes shows. */
export const PresenterView = z.object({
  script: z.string(),
  page: z.number(),
  pages: z.number(),
  title: z.string(),
  text: z.string(),
  notes: z.string(),
  /** What the next press of Space does, or what the demo waits for. */
  next: z.string(),
  /** A person has to answer on the stage first: Space does nothing. */
  held: z.boolean(),
  /** Nothing is left for Space to do. */
  over: z.boolean(),
  nextPage: z.string(),
  problem: z.string(),
  blank: z.boolean(),
  auto: z.boolean(),
});
export type PresenterView = z.infer<typeof PresenterView>;

/** What the window with the notes can do to the demo. `ask`: tell me where you are. */
export const PresenterWish = z.enum(['ask', 'next', 'previous', 'blank', 'auto']);
export type PresenterWish = z.infer<typeof PresenterWish>;

/** The end of the demo's window: `tell` sends where it is, wishes come in. Closed with the signal. */
export function openPresenter(
  onWish: (wish: PresenterWish) => void,
  signal: AbortSignal,
): (view: PresenterView) => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => {
    const wish = PresenterWish.safeParse(data);
    if (wish.success) onWish(wish.data);
  };
  signal.addEventListener('abort', () => {
    channel.postMessage('over');
    channel.close();
  });
  return (view) => channel.postMessage(view);
}

/** The end of the window with the notes: `view` is undefined once the demo is over. */
export function openNotes(
  onView: (view: PresenterView | undefined) => void,
  signal: AbortSignal,
): (wish: PresenterWish) => void {
  const channel = new BroadcastChannel(NAME);
  channel.onmessage = ({ data }) => {
    const view = PresenterView.safeParse(data);
    if (view.success || data === 'over') onView(view.data);
  };
  signal.addEventListener('abort', () => channel.close());
  channel.postMessage('ask');
  return (wish) => channel.postMessage(wish);
}
