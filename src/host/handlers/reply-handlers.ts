import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';

type Names = 'reply.list' | 'reply.save' | 'reply.remove';

/** Calls about replies that are kept under names. */
export function replyHandlers({ replies }: HostCore): Pick<Handlers<WirebenchContract>, Names> {
  return {
    'reply.list': (of) => replies.list(of),
    'reply.save': (reply) => replies.save(reply),
    'reply.remove': ({ serverId, id }) => replies.remove(serverId, id),
  };
}
