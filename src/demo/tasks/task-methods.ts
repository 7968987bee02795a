import {
  type McpServer,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { DemoContext } from '../demo-context.ts';
import { type DemoTask, isOver, type TaskDesk } from './task-desk.ts';
import { legacyView, modernView, relatedTo, TASKS_EXTENSION } from './task-views.ts';
import { speaksExtension } from './task-wire.ts';

const One = z.looseObject({ taskId: z.string() });
const InputResponses = z.record(z.string(), z.looseObject({}));
const Form = z.looseObject({ method: z.literal('elicitation/create'), params: z.looseObject({}) });

/** Serves `tasks/get`, `tasks/cancel`, `tasks/list` and `tasks/result` as the core of 2025-11-25 has them. */
export function serveLegacyTasks(server: McpServer, context: DemoContext): void {
  const desk = context.tasks;
  server.server.setRequestHandler('tasks/get', { params: One }, ({ taskId }) => legacyView(known(desk, taskId)));
  server.server.setRequestHandler('tasks/list', { params: z.looseObject({}) }, () => ({
    tasks: desk.list().map(legacyView),
  }));
  server.server.setRequestHandler('tasks/cancel', { params: One }, ({ taskId }) => {
    const task = known(desk, taskId);
    if (isOver(task.status)) throw invalid(`The task is ${task.status} and cannot be cancelled.`);
    desk.cancel(task);
    context.log(`task ${task.tool} cancelled`);
    return legacyView(task);
  });
  const asking = new Set<string>();
  server.server.setRequestHandler('tasks/result', { params: One }, async ({ taskId }, ctx) => {
    const task = known(desk, taskId);
    while (!isOver(task.status)) {
      if (task.question === undefined || asking.has(task.id)) await desk.changed(task, ctx.mcpReq.signal);
      else await askDirectly(desk, task, ctx, asking);
    }
    if (task.result === undefined) throw new ProtocolError(-32603, task.problem ?? `The task was ${task.status}.`);
    return { ...task.result, _meta: { ...task.result._meta, ...relatedTo(task) } };
  });
}

/** Puts the open question of a task to the client as a request of its own; only one waiter does so. */
async function askDirectly(desk: TaskDesk, task: DemoTask, ctx: ServerContext, asking: Set<string>): Promise<void> {
  const { key = '', request } = task.question ?? {};
  const { params } = Form.parse(request);
  asking.add(task.id);
  try {
    const answer = await ctx.mcpReq.send(
      { method: 'elicitation/create', params: { ...params, _meta: relatedTo(task) } },
      z.looseObject({}),
      { timeout: 60 * 60_000, signal: ctx.mcpReq.signal },
    );
    desk.answer(task, key, answer);
  } finally {
    asking.delete(task.id);
  }
}

/** Serves `tasks/get`, `tasks/update` and `tasks/cancel` as the tasks extension has them (SEP-2663). */
export function serveModernTasks(server: McpServer, context: DemoContext): void {
  const desk = context.tasks;
  server.server.setRequestHandler('tasks/get', { params: One }, ({ taskId }, ctx) => {
    needExtension(ctx);
    return modernView(known(desk, taskId));
  });
  server.server.setRequestHandler('tasks/update', { params: One }, ({ taskId }, ctx) => {
    needExtension(ctx);
    const task = known(desk, taskId);
    const responses = InputResponses.parse(ctx.mcpReq.inputResponses ?? {});
    for (const [key, answer] of Object.entries(responses)) desk.answer(task, key, answer);
    return {};
  });
  server.server.setRequestHandler('tasks/cancel', { params: One }, ({ taskId }, ctx) => {
    needExtension(ctx);
    const task = known(desk, taskId);
    desk.cancel(task);
    context.log(`task ${task.tool} cancelled`);
    return {};
  });
}

function needExtension(ctx: ServerContext): void {
  if (speaksExtension(ctx)) return;
  const requiredCapabilities = { extensions: { [TASKS_EXTENSION]: {} } };
  throw new MissingRequiredClientCapabilityError({ requiredCapabilities }, 'The tasks extension was not declared.');
}

function known(desk: TaskDesk, taskId: string): DemoTask {
  const task = desk.find(taskId);
  if (task === undefined) throw invalid('There is no such task, or its time is over.');
  return task;
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}
