import { setTimeout as delay } from 'node:timers/promises';
import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type DemoContext, noteCall } from '../demo-context.ts';

const MAX_STEPS = 100;
const MAX_DELAY_MS = 10_000;

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
      inputSchema: z.object({ text: z.string().describe('Any text') }),
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
      inputSchema: z.object({
        city: z.string().min(1).max(80).describe('Name of a city'),
        unit: z.enum(['celsius', 'fahrenheit']).default('celsius').describe('Unit of the temperature'),
      }),
      outputSchema: z.object({
        city: z.string(),
        temperature: z.number(),
        unit: z.enum(['celsius', 'fahrenheit']),
        sky: z.enum(['clear', 'cloudy', 'rain', 'snow']),
        windKmh: z.number().min(0),
      }),
      annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    },
    ({ city, unit }) => {
      noteCall(context, 'weather', city);
      const report = weatherOf(city, unit);
      return { content: [{ type: 'text', text: JSON.stringify(report) }], structuredContent: report };
    },
  );
}

function weatherOf(city: string, unit: 'celsius' | 'fahrenheit') {
  let seed = 7;
  for (const character of city.toLowerCase()) seed = (seed * 31 + (character.codePointAt(0) ?? 0)) % 9973;
  const celsius = (seed % 45) - 10;
  const skies = celsius <= 0 ? (['clear', 'cloudy', 'snow'] as const) : (['clear', 'cloudy', 'rain'] as const);
  const temperature = unit === 'celsius' ? celsius : Math.round(celsius * 1.8 + 32);
  return { city, temperature, unit, sky: skies[seed % 3] ?? 'clear', windKmh: seed % 60 };
}

function registerSlow(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'slow',
    {
      title: 'Slow work',
      description: 'Works in steps and reports progress and log messages. Stops when it is cancelled.',
      inputSchema: z.object({
        steps: z.number().int().min(1).max(MAX_STEPS).default(5).describe('How many steps'),
        delayMs: z.number().int().min(0).max(MAX_DELAY_MS).default(400).describe('Milliseconds per step'),
      }),
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
      inputSchema: z.object({ message: z.string().default('This tool always fails.').describe('Text of the error') }),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    ({ message }) => {
      noteCall(context, 'fail', message);
      return { isError: true, content: [{ type: 'text', text: message }] };
    },
  );
}
