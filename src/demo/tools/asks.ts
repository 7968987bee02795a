import {
  type CallToolResult,
  inputRequired,
  inputResponse,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type AskState, type DemoContext, noteCall } from '../demo-context.ts';

const NAME_ANSWER = z.object({
  name: z.string().min(1).max(60),
  greeting: z.enum(['hello', 'good morning', 'ahoy']).optional(),
});

const FOREIGN_RETRY = 'The answer came without the requestState this tool gave out. Send it back unchanged.';

/**
 * Registers the tools that ask the client back: ask_name (a form) and ask_model (sampling).
 * One handler serves both eras: its `input_required` result travels as it is in the modern era and becomes a
 * request to the client in the legacy era.
 */
export function registerAskTools(server: McpServer, context: DemoContext): void {
  registerAskName(server, context);
  registerAskModel(server, context);
}

function registerAskName(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'ask_name',
    {
      title: 'Ask for a name',
      description: 'Asks the person for a name with a form, then greets them.',
      inputSchema: z.object({}),
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    async (_arguments, ctx) => {
      const answer = inputResponse(ctx.mcpReq.inputResponses, 'name');
      if (answer.kind === 'missing') {
        noteCall(context, 'ask_name');
        return inputRequired({
          inputRequests: { name: nameForm() },
          requestState: await context.askState.mint({ tool: 'ask_name' }, ctx),
        });
      }
      if (!isRetryOf('ask_name', ctx)) return failure(FOREIGN_RETRY);
      if (answer.kind !== 'elicit')
        return failure(`ask_name expected an answer to its form, not one of kind ${answer.kind}.`);
      context.log(`ask_name: the client answered ${answer.action}`);
      if (answer.action === 'decline') return text('The person declined to give a name.');
      if (answer.action === 'cancel') return text('The person closed the form.');
      const content = NAME_ANSWER.safeParse(answer.content);
      if (!content.success) return failure(`The answer does not fit the form: ${z.prettifyError(content.error)}`);
      const greeting = content.data.greeting ?? 'hello';
      return text(`${greeting.charAt(0).toUpperCase()}${greeting.slice(1)}, ${content.data.name}.`);
    },
  );
}

function nameForm() {
  return inputRequired.elicit({
    message: 'What should the demo call you?',
    requestedSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', title: 'Name', description: 'First name or nickname', minLength: 1, maxLength: 60 },
        greeting: { type: 'string', title: 'Greeting', enum: ['hello', 'good morning', 'ahoy'], default: 'hello' },
      },
      required: ['name'],
    },
  });
}

function registerAskModel(server: McpServer, context: DemoContext): void {
  server.registerTool(
    'ask_model',
    {
      title: 'Ask the model',
      description: 'Asks the model behind the client to answer a question (sampling).',
      inputSchema: z.object({
        question: z.string().min(1).max(2000).default('Name three rivers.').describe('What to ask'),
        maxTokens: z.number().int().min(1).max(4000).default(200).describe('Longest answer, in tokens'),
      }),
      annotations: { readOnlyHint: true, openWorldHint: true },
    },
    async ({ question, maxTokens }, ctx) => {
      const answer = inputResponse(ctx.mcpReq.inputResponses, 'model');
      if (answer.kind === 'missing') {
        noteCall(context, 'ask_model');
        const sampling = inputRequired.createMessage({
          messages: [{ role: 'user', content: { type: 'text', text: question } }],
          systemPrompt: 'Answer in one short sentence.',
          maxTokens,
          temperature: 0.2,
        });
        const requestState = await context.askState.mint({ tool: 'ask_model' }, ctx);
        return inputRequired({ inputRequests: { model: sampling }, requestState });
      }
      if (!isRetryOf('ask_model', ctx)) return failure(FOREIGN_RETRY);
      if (answer.kind !== 'sampling')
        return failure(`ask_model expected a model's reply, not one of kind ${answer.kind}.`);
      const { content, model } = answer.result;
      const blocks = Array.isArray(content) ? content : [content];
      context.log(`ask_model: the client answered with ${blocks.length} block(s)`);
      const replies = blocks.map((block) => (block.type === 'text' ? block.text : `[${block.type}]`));
      return text(`${model} said: ${replies.join('\n')}`);
    },
  );
}

function isRetryOf(tool: string, ctx: ServerContext): boolean {
  // The server already checked the seal; a missing state or one of another tool gets here.
  return ctx.mcpReq.requestState<AskState>()?.tool === tool;
}

function text(value: string): CallToolResult {
  return { content: [{ type: 'text', text: value }] };
}

function failure(value: string): CallToolResult {
  return { ...text(value), isError: true };
}
