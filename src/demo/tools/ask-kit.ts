import {
  type CallToolResult,
  type InputRequests,
  type InputRequiredResult,
  inputRequired,
  inputResponse,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { z } from 'zod';
import type { AskState, DemoContext } from '../demo-context.ts';

/** The input of a tool that takes no arguments. */
export const NO_ARGUMENTS = z.object({});

/** Whether the call came in the modern era, which has no requests from the server to the client. */
export function isModern(ctx: ServerContext): boolean {
  return ctx.mcpReq.envelope !== undefined;
}

/**
 * Ends this round of a tool with questions to the client. The state comes back sealed with the answers.
 * It travels as it is in the modern era and becomes requests to the client in the legacy era.
 */
export async function askFor(
  context: DemoContext,
  ctx: ServerContext,
  inputRequests: InputRequests,
  state: AskState,
): Promise<InputRequiredResult> {
  return inputRequired({ inputRequests, requestState: await context.askState.mint(state, ctx) });
}

/** What a tool kept from its last round: `first` when this is the first one, `foreign` when the state is another tool's. */
export function roundOf(tool: string, ctx: ServerContext): AskState | 'first' | 'foreign' {
  const state = ctx.mcpReq.requestState<AskState>();
  if (state === undefined && ctx.mcpReq.inputResponses === undefined) return 'first';
  // The server already checked the seal; a missing state or one of another tool gets here.
  return state?.tool === tool ? state : 'foreign';
}

/** What the person did with a form or a page: the content of an accepted form, or the refusal as an action. */
export type PersonAnswer =
  | { action: 'accept'; content: Record<string, unknown> }
  | { action: 'decline' | 'cancel' }
  | { action: 'missing' };

/** Reads the answer to the question `key`; anything that is no answer to a form or a page counts as missing. */
export function personAnswer(ctx: ServerContext, key: string): PersonAnswer {
  const answer = inputResponse(ctx.mcpReq.inputResponses, key);
  if (answer.kind !== 'elicit') return { action: 'missing' };
  return answer.action === 'accept' ? { action: 'accept', content: answer.content ?? {} } : { action: answer.action };
}

/** A tool result of one text. */
export function text(value: string): CallToolResult {
  return { content: [{ type: 'text', text: value }] };
}

/** A tool result that says the work could not be done, and why. */
export function failure(value: string): CallToolResult {
  return { ...text(value), isError: true };
}

/** The failure of a retry whose `requestState` is missing or belongs to another tool. */
export function foreignRetry(): CallToolResult {
  return failure('The answer came without the requestState this tool gave out. Send it back unchanged.');
}

/** The result of a tool whose person declined or cancelled. */
export function refusal(action: 'decline' | 'cancel', what: string): CallToolResult {
  return text(action === 'decline' ? `The person declined to ${what}.` : 'The person closed the form.');
}
