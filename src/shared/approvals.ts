import { z } from 'zod';
import { objectAt } from './json.ts';
import { call } from './rpc.ts';

/** Who wants a tool to run that no person started by hand: a model that was given tools, or a script. */
export const ToolAsker = z.object({ kind: z.enum(['model', 'script']), name: z.string().max(300) });
export type ToolAsker = z.infer<typeof ToolAsker>;

/** What a question whether a tool may run has besides the call, which is in its params. */
export const ApprovalFacts = z.object({
  asker: ToolAsker,
  /** Whether `Always allow this tool` is offered. */
  mayRemember: z.boolean(),
});
export type ApprovalFacts = z.infer<typeof ApprovalFacts>;

/** A tool that models may run without a question, until its definition changes. */
export const AllowedTool = z.object({
  serverId: z.string(),
  tool: z.string(),
  /** SHA-256 of the canonical JSON of the definition that was shown, hexadecimal. */
  hash: z.string(),
  /** Wall clock, milliseconds. */
  at: z.number(),
});
export type AllowedTool = z.infer<typeof AllowedTool>;

/** All of them, newest first. */
export const AllowedTools = z.object({ tools: z.array(AllowedTool) });
export type AllowedTools = z.infer<typeof AllowedTools>;

/** Whether the tool itself says that it may destroy something. A claim of being harmless takes nothing back. */
export function saysDestructive(tool: unknown): boolean {
  return objectAt(tool, 'annotations')?.destructiveHint === true;
}

/** The calls of the contract about approvals; the questions themselves are answered by `pending.answer`. */
export const approvalCalls = {
  /** Asks again from now on. */
  'approval.forget': call(AllowedTool.pick({ serverId: true, tool: true }), z.void()),
} as const;
