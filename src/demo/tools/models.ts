import {
  type CreateMessageResult,
  type CreateMessageResultWithTools,
  type InputRequest,
  inputRequired,
  inputResponse,
  type McpServer,
  type SamplingMessage,
  type ServerContext,
  type ToolUseContent,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type DemoContext, noteCall } from '../demo-context.ts';
import { askFor, failure, foreignRetry, roundOf, text } from './ask-kit.ts';
import { weatherOf } from './weather.ts';

/** Rounds of tool use after which the model has to answer without tools. */
const MAX_TOOL_ROUNDS = 4;

type Reply = CreateMessageResult | CreateMessageResultWithTools;

const ASK_MODEL_INPUT = z.object({
  question: z.string().min(1).max(2000).default('Name three rivers.').describe('What to ask'),
  maxTokens: z.number().int().min(1).max(4000).default(200).describe('Longest answer, in tokens'),
});
const ASK_MODEL_TOOLS_INPUT = z.object({
  question: z.string().min(1).max(2000).default('Where is it warmer, in Oslo or in Lisbon?').describe('What to ask'),
});

/** Registers the tools that ask the model behind the client: ask_model and ask_model_tools. */
export function registerModelTools(server: McpServer, context: DemoContext): void {
  registerAskModel(server, context);
  registerAskModelTools(server, context);
}

function registerAskModel(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'ask_model',
    {
      title: 'Ask the model',
      description: 'Asks the model behind the client to answer a question (sampling).',
      inputSchema: ASK_MODEL_INPUT,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    async ({ question, maxTokens }, ctx) => {
      const round = roundOf('ask_model', ctx);
      if (round === 'foreign') return foreignRetry();
      if (round === 'first') noteCall(context, 'ask_model');
      const reply = replyOf(ctx);
      if (reply === undefined) {
        const model = inputRequired.createMessage({
          messages: [{ role: 'user', content: { type: 'text', text: question } }],
          systemPrompt: 'Answer in one short sentence.',
          modelPreferences: { hints: [{ name: 'small' }, { name: 'mini' }], speedPriority: 0.8, costPriority: 0.6 },
          maxTokens,
          temperature: 0.2,
        });
        return askFor(context, ctx, { model }, { tool: 'ask_model' });
      }
      context.log(`ask_model: the client answered with ${blocksOf(reply).length} block(s)`);
      return text(`${reply.model} said: ${wordsOf(reply)}`);
    },
  );
}

function registerAskModelTools(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'ask_model_tools',
    {
      title: 'Ask the model, with tools',
      description: 'Lets the model behind the client use a tool of this server, round after round, until it answers.',
      inputSchema: ASK_MODEL_TOOLS_INPUT,
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    async ({ question }, ctx) => {
      const round = roundOf('ask_model_tools', ctx);
      if (round === 'foreign') return foreignRetry();
      if (round === 'first') noteCall(context, 'ask_model_tools');
      const opening: SamplingMessage[] = [{ role: 'user', content: { type: 'text', text: question } }];
      const messages = round === 'first' ? opening : z.array(z.custom<SamplingMessage>()).parse(round.kept?.messages);
      const reply = replyOf(ctx);
      if (reply === undefined) {
        return askFor(context, ctx, { model: withTools(messages) }, { tool: 'ask_model_tools', kept: { messages } });
      }
      const uses = blocksOf(reply).filter((block): block is ToolUseContent => block.type === 'tool_use');
      if (uses.length === 0) return text(`${reply.model} said: ${wordsOf(reply)}`);
      if (messages.length > 2 * MAX_TOOL_ROUNDS)
        return failure('The model used tools although it was asked to answer.');
      context.log(`ask_model_tools: the model used ${uses.map((use) => use.name).join(', ')}`);
      const results = uses.map(runTool);
      const longer: SamplingMessage[] = [
        ...messages,
        { role: 'assistant', content: blocksOf(reply) },
        { role: 'user', content: results },
      ];
      return askFor(
        context,
        ctx,
        { model: withTools(longer) },
        { tool: 'ask_model_tools', kept: { messages: longer } },
      );
    },
  );
}

function withTools(messages: SamplingMessage[]): InputRequest {
  const last = messages.length > 2 * MAX_TOOL_ROUNDS;
  return inputRequired.createMessage({
    messages,
    systemPrompt: 'Use the tool to look temperatures up. Then answer in one sentence.',
    maxTokens: 400,
    tools: [
      {
        name: 'temperature',
        description: 'The temperature in a city, in degrees Celsius',
        inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
      },
    ],
    toolChoice: { mode: last ? 'none' : 'auto' },
  });
}

function runTool(use: ToolUseContent) {
  const answer = (value: string, isError = false) => ({
    type: 'tool_result' as const,
    toolUseId: use.id,
    content: [{ type: 'text' as const, text: value }],
    isError,
  });
  if (use.name !== 'temperature') return answer(`There is no tool "${use.name}".`, true);
  const city = use.input.city;
  if (typeof city !== 'string') return answer('The tool needs a city.', true);
  return answer(`${weatherOf(city, 'celsius').temperature} degrees Celsius in ${city}`);
}

function replyOf(ctx: ServerContext): Reply | undefined {
  const answer = inputResponse(ctx.mcpReq.inputResponses, 'model');
  return answer.kind === 'sampling' ? answer.result : undefined;
}

function blocksOf(reply: Reply) {
  return Array.isArray(reply.content) ? reply.content : [reply.content];
}

function wordsOf(reply: Reply): string {
  return blocksOf(reply)
    .map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
    .join('\n');
}
