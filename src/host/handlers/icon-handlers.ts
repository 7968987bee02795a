import type { WirebenchContract } from '#shared/contract.ts';
import type { iconCalls } from '#shared/icons.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';
import { iconSet } from '../icons/icon-set.ts';

/** Calls about icons that servers name. */
export function iconHandlers(host: HostCore): Pick<Handlers<WirebenchContract>, keyof typeof iconCalls> {
  return {
    'icon.list': ({ sessionId, of, epoch, at }) => {
      if (of === 'server') return { icons: [iconSet(host.state.get('session', sessionId)?.hello?.serverInfo)] };
      const { core, redact } = host.sessions.get(sessionId);
      const list = core.items(of);
      const owners = list.epoch === epoch ? list.items : [];
      return { icons: at.map((place) => iconSet(owners[place], redact)) };
    },
  };
}
