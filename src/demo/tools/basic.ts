import { setTimeout as delay } from 'node:timers/promises';
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type DemoContext, noteCall } from '../demo-context.ts';
import { weatherOf } from './weather.ts';

const MAX_STEPS = 100;
const MAX_DELAY_MS = 10_000;

const ECHO_INPUT = z.object({ text: z.string().describe('Any text') });
const WEATHER_INPUT = z.object({
  city: z.string().min(1).max(80).describe('Name of a city'),
  unit: z.enum(['celsius', 'fahrenheit']).default('celsius').describe('Unit of the temperature'),
});
const WEATHER_OUTPUT = z.object({
  city: z.string(),
  temperature: z.number(),
  unit: z.enum(['celsius', 'fahrenheit']),
  sky: z.enum(['clear', 'cloudy', 'rain', 'snow']),
  windKmh: z.number().min(0),
});
const SLOW_INPUT = z.object({
  steps: z.number().int().min(1).max(MAX_STEPS).default(5).describe('How many steps'),
  delayMs: z.number().int().min(0).max(MAX_DELAY_MS).default(400).describe('Milliseconds per step'),
});
const FAIL_INPUT = z.object({ message: z.string().default('This tool always fails.').describe('Text of the error') });

/** Registers the tools that need nothing but their arguments: echo, weather, slow, fail. */
export function registerBasicTools(server: McpServer, context: DemoContext): void {
  registerEcho(server, context);
  registerWeather(server, context);
  registerSlow(server, context);
  registerFail(server, context);
}

function registerEcho(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'echo',
    {
      title: 'Echo',
      description: 'Returns the text it was given.',
      inputSchema: ECHO_INPUT,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ text }) => {
      noteCall(context, 'echo', `${text.length} characters`);
      return { content: [{ type: 'text', text }] };
    },
  );
}

function registerWeather(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'weather',
    {
      title: 'Weather',
      description: 'Made-up weather for a city. The same city always has the same weather.',
      inputSchema: WEATHER_INPUT,
      outputSchema: WEATHER_OUTPUT,
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ city, unit }) => {
      noteCall(context, 'weather', city);
      const report = weatherOf(city, unit);
      return { content: [{ type: 'text', text: JSON.stringify(report) }], structuredContent: report };
    },
  );
}

function registerSlow(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'slow',
    {
      title: 'Slow work',
      description: 'Works in steps and reports progress and log messages. Stops when it is cancelled.',
      inputSchema: SLOW_INPUT,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async ({ steps, delayMs }, ctx) => {
      noteCall(context, 'slow', `${steps} steps of ${delayMs} ms`);
      for (let step = 1; step <= steps; step += 1) {
        try {
          await delay(delayMs, undefined, { signal: ctx.mcpReq.signal });
        } catch (error) {
          if (ctx.mcpReq.signal.aborted) context.log(`slow: cancelled in step ${step} of ${steps}`);
          throw error;
        }
        await reportStep(ctx, step, steps);
      }
      return { content: [{ type: 'text', text: `Finished ${steps} steps.` }] };
    },
  );
}

async function reportStep(ctx: ServerContext, step: number, steps: number): Promise<void> {
  const progressToken = ctx.mcpReq._meta?.progressToken;
  if (progressToken !== undefined) {
    const params = { progressToken, progress: step, total: steps, message: `Step ${step} of ${steps}` };
    await ctx.mcpReq.notify({ method: 'notifications/progress', params });
  }
  await ctx.mcpReq.log(step === steps ? 'notice' : 'info', { step, steps }, 'slow');
}

function registerFail(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'fail',
    {
      title: 'Fail',
      description: 'Always answers with an error result, as a tool does when its work could not be done.',
      inputSchema: FAIL_INPUT,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ message }) => {
      noteCall(context, 'fail', message);
      return { isError: true, content: [{ type: 'text', text: message }] };
    },
  );
}
