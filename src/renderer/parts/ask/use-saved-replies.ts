import { useCallback, useEffect, useState } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import type { SavedFor, SavedReply } from '#shared/saved-replies.ts';
import { useEntity, useWirebench } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';

/** What replies to an ask are kept for. `operation` is the call that asked. */
export function savedFor(ask: PendingInput, operation: { verb: string; label: string } | undefined): SavedFor {
  const { serverId, kind } = ask;
  const schema = kind === 'form' ? ask.params.requestedSchema : undefined;
  const tool = operation?.verb === 'tools.call' ? operation.label : undefined;
  return { serverId, kind, ...(tool === undefined ? {} : { tool }), ...(schema === undefined ? {} : { schema }) };
}

export interface SavedReplies {
  readonly list: readonly SavedReply[];
  /** Rejects with what to do. Gives what was left out, as JSON pointers. */
  readonly save: (name: string, text: string) => Promise<string[]>;
  readonly remove: (id: string) => void;
}

/** Replies that were kept for asks like this one. */
export function useSavedReplies(ask: PendingInput): SavedReplies {
  const { link } = useWirebench();
  const { toast } = useFeedback();
  const operation = useEntity('operation', ask.operationId);
  const [list, setList] = useState<readonly SavedReply[]>([]);
  const of = JSON.stringify(savedFor(ask, operation));
  const load = useCallback(async () => {
    const { replies } = await link.client()['reply.list'](JSON.parse(of));
    return replies;
  }, [link, of]);
  useEffect(() => {
    let gone = false;
    load().then(
      (replies) => !gone && setList(replies),
      (error: unknown) => toast(`Saved replies were not read. ${messageOf(error)}`),
    );
    return () => {
      gone = true;
    };
  }, [load, toast]);
  const save = async (name: string, text: string) => {
    const { leftOut } = await link.client()['reply.save']({ ...JSON.parse(of), name, text });
    setList(await load());
    return leftOut;
  };
  const remove = (id: string) => {
    link
      .client()
      ['reply.remove']({ serverId: ask.serverId, id })
      .then(load)
      .then(setList, (error: unknown) => toast(messageOf(error)));
  };
  return { list, save, remove };
}
