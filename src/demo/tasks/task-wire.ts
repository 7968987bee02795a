import {
  CLIENT_CAPABILITIES_META_KEY,
  type JSONRPCMessage,
  type ServerContext,
  type Transport,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { TASKS_EXTENSION } from './task-views.ts';

const WISH_KEY = 'wirebench-demo/task';
const AugmentedCall = z.looseObject({
  method: z.literal('tools/call'),
  params: z.looseObject({ task: z.looseObject({}), _meta: z.looseObject({}).optional() }),
});
const Answer = z.looseObject({ result: z.looseObject({ content: z.array(z.unknown()).max(0) }) });
/** The envelope of a modern request that declares the extension. */
const Declared = z.looseObject({
  [CLIENT_CAPABILITIES_META_KEY]: z.looseObject({
    extensions: z.looseObject({ [TASKS_EXTENSION]: z.looseObject({}) }),
  }),
});
const LegacyWish = z.looseObject({ ttl: z.number().optional().catch(undefined) });

/**
 * Makes a transport speak of tasks, which the SDK's server does not: the `task` of a legacy call is put where the tool
 * can read it, and an answer that holds a task loses the empty content that the SDK insists on.
 * It is changed in place because the SDK recognises its transports by identity. Call it before `connect`.
 */
export function speakTasks(transport: Transport): void {
  const send = transport.send.bind(transport);
  transport.send = (message, options) => send(withoutEmptyContent(message), options);
  const inner = transport.onmessage;
  transport.onmessage = (message, extra) => {
    inner?.(message, extra);
    // The SDK's own handler runs after this one, on the same object.
    const call = AugmentedCall.safeParse(message);
    if (call.success && 'params' in message && message.params !== undefined) {
      message.params._meta = { ...message.params._meta, [WISH_KEY]: call.data.params.task };
    }
  };
}

function withoutEmptyContent(message: JSONRPCMessage): JSONRPCMessage {
  if (!('result' in message) || !Answer.safeParse(message).success) return message;
  const { content: _empty, ...result } = message.result;
  return 'task' in result || result.resultType === 'task' ? { ...message, result } : message;
}

/** Whether and how long the caller wants this call kept as a task, in either era; `ttlMs` in milliseconds. */
export function taskWish(ctx: ServerContext): { ttlMs?: number } | undefined {
  if (speaksExtension(ctx)) return {};
  const wish = LegacyWish.safeParse(ctx.mcpReq._meta?.[WISH_KEY]);
  if (ctx.mcpReq.envelope !== undefined || !wish.success) return undefined;
  return wish.data.ttl === undefined ? {} : { ttlMs: wish.data.ttl };
}

/** Whether a modern request declares the tasks extension. */
export function speaksExtension(ctx: ServerContext): boolean {
  return Declared.safeParse(ctx.mcpReq.envelope).success;
}
