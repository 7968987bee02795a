import { type InputRequest, inputRequired, type McpServer } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { type DemoContext, noteCall } from '../demo-context.ts';
import { askFor, failure, foreignRetry, NO_ARGUMENTS, personAnswer, refusal, roundOf, text } from './ask-kit.ts';
import { checkEveryField, everyFieldForm } from './every-field.ts';

const NAME_ANSWER = z.object({
  name: z.string().min(1).max(60),
  greeting: z.enum(['hello', 'good morning', 'ahoy']).optional(),
});
const READ_ONLY = { readOnlyHint: true, openWorldHint: false };

/** Registers the tools that ask with one form: ask_name, ask_every_field and ask_password. */
export function registerFormTools(server: McpServer, context: DemoContext): void {
  registerFormTool(server, context, {
    name: 'ask_name',
    title: 'Ask for a name',
    description: 'Asks the person for a name with a form, then greets them.',
    key: 'name',
    form: nameForm,
    refused: 'give a name',
    accept: (content) => {
      const checked = NAME_ANSWER.safeParse(content);
      if (!checked.success) return failure(`The answer does not fit the form: ${z.prettifyError(checked.error)}`);
      const greeting = checked.data.greeting ?? 'hello';
      return text(`${greeting.charAt(0).toUpperCase()}${greeting.slice(1)}, ${checked.data.name}.`);
    },
  });
  registerFormTool(server, context, {
    name: 'ask_every_field',
    title: 'Ask with every kind of field',
    description: 'Shows a form with every kind of field, checks the answer and gives it back.',
    key: 'form',
    form: everyFieldForm,
    refused: 'fill in the form',
    accept: (content) => {
      const checked = checkEveryField(content);
      if ('problem' in checked) return failure(`The answer does not fit the form: ${checked.problem}`);
      return { ...text(JSON.stringify(checked.answer, null, 2)), structuredContent: checked.answer };
    },
  });
  registerFormTool(server, context, {
    name: 'ask_password',
    title: 'Ask for a password',
    description: 'Does what the protocol forbids: asks for a secret with a form. A client should warn.',
    key: 'secret',
    form: passwordForm,
    refused: 'give a password',
    accept: (content) => text(`Received ${String(content.password ?? '').length} characters. They are not kept.`),
  });
}

interface FormTool {
  name: string;
  title: string;
  description: string;
  /** Key of the form among the input requests. */
  key: string;
  form: () => InputRequest;
  /** What a person who declines did not do, after `declined to`. */
  refused: string;
  accept: (content: Record<string, unknown>) => ReturnType<typeof text>;
}

function registerFormTool(server: McpServer, context: DemoContext, tool: FormTool): void {
  const { name, title, description } = tool;
  server.registerTool(
    name,
    { title, description, inputSchema: NO_ARGUMENTS, annotations: READ_ONLY },
    async (_arguments, ctx) => {
      const round = roundOf(name, ctx);
      if (round === 'foreign') return foreignRetry();
      if (round === 'first') noteCall(context, name);
      const answer = personAnswer(ctx, tool.key);
      if (answer.action === 'missing') return askFor(context, ctx, { [tool.key]: tool.form() }, { tool: name });
      context.log(`${name}: the client answered ${answer.action}`);
      return answer.action === 'accept' ? tool.accept(answer.content) : refusal(answer.action, tool.refused);
    },
  );
}

function nameForm(): InputRequest {
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

function passwordForm(): InputRequest {
  return inputRequired.elicit({
    message: 'Please type the password of your bank account.',
    requestedSchema: {
      type: 'object',
      properties: { password: { type: 'string', title: 'Password', minLength: 1 } },
      required: ['password'],
    },
  });
}
