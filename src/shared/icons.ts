import { z } from 'zod';
import { CatalogKind } from './catalog-kind.ts';
import { call } from './rpc.ts';

/** What may have icons: an entry of a list, or the server itself. */
export const IconOwner = z.enum([...CatalogKind.options, 'server']);
export type IconOwner = z.infer<typeof IconOwner>;

/** Entries whose icons one call may ask for. */
export const MOST_OWNERS = 100;

/** The icons of one owner: what may be drawn, made by the host as `data:` URI, and what may not, with the reason. */
export const IconSet = z.object({
  /** For a light background, and for a dark one unless there is another. */
  light: z.string().optional(),
  dark: z.string().optional(),
  /** `src` is the beginning of what the server named. */
  refused: z.array(z.object({ src: z.string(), why: z.string() })),
});
export type IconSet = z.infer<typeof IconSet>;

/** The call of the contract about icons. They do not travel with the lists: an icon may be as large as a hundred entries. */
export const iconCalls = {
  /** In the order of `at`, places in the list; for a server `[0]`. Empty sets once the list was replaced (`epoch`). */
  'icon.list': call(
    z.object({
      sessionId: z.string(),
      of: IconOwner,
      epoch: z.number().optional(),
      at: z.array(z.number().int().min(0)).max(MOST_OWNERS),
    }),
    z.object({ icons: z.array(IconSet) }),
  ),
} as const;
