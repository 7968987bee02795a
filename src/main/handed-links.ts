/** Links that begin with this open the app, once the system knows. */
export const LINK_SCHEME = 'wirebench';
/** A longer link is refused by its review; it only has to see that it is longer. */
const MAX_LINK = 65_537;

/** The link among the arguments of a start; the system puts it last. */
export function linkIn(argv: readonly string[]): string | undefined {
  return argv.findLast((argument) => argument.toLowerCase().startsWith(`${LINK_SCHEME}:`));
}

/** Whether the system may be told to open such links with this run: not when it works on a folder of its own. */
export function takesLinks(argv: readonly string[]): boolean {
  return !argv.some((argument) => argument === '--data-dir' || argument.startsWith('--data-dir='));
}

/** Keeps the newest link until there is a page to review it. It is never acted on here. */
export interface HandedLinks {
  take(link: string | undefined): void;
  /** Gives the link to the page, once. */
  deliver(page: { send(channel: string, link: string): void } | undefined): void;
}

/** Holds no link yet. */
export function createHandedLinks(): HandedLinks {
  let waiting: string | undefined;
  return {
    take: (link) => {
      if (link?.toLowerCase().startsWith(`${LINK_SCHEME}:`)) waiting = link.slice(0, MAX_LINK);
    },
    deliver: (page) => {
      if (waiting === undefined || !page) return;
      const link = waiting;
      waiting = undefined;
      page.send('wirebench:link', link);
    },
  };
}
