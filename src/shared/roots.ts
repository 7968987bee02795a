import { z } from 'zod';
import { call } from './rpc.ts';

/** A folder or address that servers may be told of when they ask for roots. */
export const Root = z.object({
  uri: z.string().min(1).max(4096),
  name: z.string().max(200).optional(),
  /** Kept in the list, but nobody is told of it. */
  off: z.boolean().optional(),
  /** Ids of the servers that are told of it; absent means all. */
  servers: z.array(z.string()).max(1000).optional(),
});
export type Root = z.infer<typeof Root>;

/** The roots that one server is told of. */
export function rootsFor(roots: readonly Root[], serverId: string): Root[] {
  return roots.filter(({ off, servers }) => off !== true && (servers?.includes(serverId) ?? true));
}

/** The calls of the contract about roots. */
export const rootCalls = {
  /** What is wrong with addresses of folders on this computer, one entry for each that has a problem. */
  'root.check': call(
    z.object({ uris: z.array(z.string()).max(1000) }),
    z.object({ troubles: z.array(z.object({ uri: z.string(), text: z.string() })) }),
  ),
  /** The address and name of a folder that is written as a path; `~` is the home folder. Throws BAD_INPUT. */
  'root.fromPath': call(
    z.object({ path: z.string().max(4096) }),
    z.object({ uri: z.string(), name: z.string(), trouble: z.string().optional() }),
  ),
  /** Lets a person choose a folder in the system's own dialog; without `path` nothing was chosen. Throws REFUSED. */
  'root.pickFolder': call(z.object({}), z.object({ path: z.string().optional() })),
} as const;
