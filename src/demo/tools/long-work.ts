import { setTimeout as delay } from 'node:timers/promises';
import {
  type CallToolResult,
  type InputRequest,
  inputRequired,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type DemoContext, noteCall } from '../demo-context.ts';
import type { TaskAnswer, TaskHands, TaskWork } from '../tasks/task-desk.ts';
import { handleOf } from '../tasks/task-views.ts';
import { taskWish } from '../tasks/task-wire.ts';
import { askFor, foreignRetry, isModern, personAnswer, roundOf, text } from './ask-kit.ts';

const LONG_WORK_INPUT = z.object({
  stepMs: z.number().int().min(0).max(60_000).default(1200).describe('Milliseconds per step'),
});

/**
 * Registers the tools that become tasks when the client wants that, in the legacy and the modern way: build_report works
 * on its own, deploy_site asks for an approval in the middle. Called plainly they work until they are done.
 */
export function registerLongWork(server: McpServer, context: DemoContext): void {
  registerBuildReport(server, context);
  registerDeploySite(server, context);
}

function registerBuildReport(server: McpServer, context: DemoContext): void {
  const tool = server.registerTool(
    'build_report',
    {
      title: 'Build a report',
      description: 'Works in four steps. Becomes a task when the client can follow one.',
      inputSchema: LONG_WORK_INPUT,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ stepMs }, ctx) => {
      noteCall(context, 'build_report');
      const work: TaskWork = async (hands) => {
        for (const step of ['Collecting numbers', 'Drawing charts', 'Writing text', 'Checking links']) {
          hands.say(step);
          await hands.work(stepMs);
        }
        return text('The report has 12 pages.');
      };
      const wish = taskWish(ctx);
      return wish ? startTask(context, ctx, { tool: 'build_report', work, ...wish }) : work(plainHands(ctx));
    },
  );
  tool.execution = { taskSupport: 'optional' };
}

function registerDeploySite(server: McpServer, context: DemoContext): void {
  const tool = server.registerTool(
    'deploy_site',
    {
      title: 'Deploy a site',
      description:
        'Pretends to deploy a web site and asks for an approval in the middle. Becomes a task like build_report.',
      inputSchema: LONG_WORK_INPUT,
      annotations: { readOnlyHint: false, destructiveHint: false, openWorldHint: false },
    },
    async ({ stepMs }, ctx) => {
      const round = roundOf('deploy_site', ctx);
      if (round === 'foreign') return foreignRetry();
      if (round === 'first') noteCall(context, 'deploy_site');
      const work = deployment(stepMs);
      const wish = taskWish(ctx);
      if (wish) return startTask(context, ctx, { tool: 'deploy_site', work, ...wish });
      const answer = personAnswer(ctx, 'approval');
      if (answer.action === 'missing') {
        return askFor(context, ctx, { approval: approvalForm() }, { tool: 'deploy_site' });
      }
      return work(plainHands(ctx, answer));
    },
  );
  tool.execution = { taskSupport: 'optional' };
}

function deployment(stepMs: number): TaskWork {
  return async (hands) => {
    hands.say('Building the site');
    await hands.work(stepMs);
    const approval = Approval.parse(await hands.ask('approval', approvalForm()));
    if (approval.action !== 'accept' || approval.content?.approve !== true) return text('Nothing was deployed.');
    hands.say('Copying 48 files');
    await hands.work(stepMs);
    const comment = approval.content.comment ?? '';
    return text(`The site is online.${comment === '' ? '' : ` Comment: ${comment}`}`);
  };
}

const Approval = z.looseObject({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z.looseObject({ approve: z.boolean().optional(), comment: z.string().optional() }).optional(),
});

function approvalForm(): InputRequest {
  return inputRequired.elicit({
    message: 'The site is built. Put it online?',
    requestedSchema: {
      type: 'object',
      properties: {
        approve: { type: 'boolean', title: 'Put it online', default: true },
        comment: { type: 'string', title: 'Comment', maxLength: 200 },
      },
      required: ['approve'],
    },
  });
}

interface TaskStart {
  readonly tool: string;
  readonly work: TaskWork;
  readonly ttlMs?: number;
}

function startTask(context: DemoContext, ctx: ServerContext, { tool, work, ttlMs }: TaskStart): CallToolResult {
  const task = context.tasks.start(tool, work, ttlMs);
  context.log(`task ${tool} started`);
  return handleOf(task, isModern(ctx));
}

/** The hands of a call that stays a call: it waits as long as the client does, with an answer given beforehand. */
function plainHands(ctx: ServerContext, answer?: TaskAnswer): TaskHands {
  return {
    say: () => undefined,
    work: (milliseconds) => delay(milliseconds, undefined, { signal: ctx.mcpReq.signal }),
    ask: async () => answer ?? { action: 'cancel' },
  };
}
