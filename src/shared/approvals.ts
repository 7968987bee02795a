import { z } from 'zod';
import { objectAt } from './json.ts';
import { call } from './rpc.ts';

/** Longest name of who wants a tool, characters. */
export const LONGEST_ASKER = 300;

/** Who wants a tool to run that no person started by hand: a model that was given tools, or a script. */
export const ToolAsker = z.object({ kind: z.enum(['model', 'script']), name: z.string().max(LONGEST_ASKER) });
export type ToolAsker = z.infer<typeof ToolAsker>;

/** A script by its title, as who wants something. */
export type ScriptAsker = ToolAsker & { kind: 'script' };

export function scriptAsker(title = 'without a title'): ScriptAsker {
  return { kind: 'script', name: title.slice(0, LONGEST_ASKER) };
}

/** What a question whether a tool may run has besides the call, which is in its params. */
export const ApprovalFacts = z.object({
  asker: ToolAsker,
  /** Whether `Always allow this tool` is offered. */
  mayRemember: z.boolean(),
  /** It was always allowed, until the command or address of its server was changed. */
  lapsed: z.literal(true).optional(),
});
export type ApprovalFacts = z.infer<typeof ApprovalFacts>;

/** A tool that models may run without a question, until its definition changes, or how its server is reached. */
export const AllowedTool = z.object({
  serverId: z.string(),
  tool: z.string(),
  /** SHA-256 of the canonical JSON of the definition that was shown, hexadecimal. */
  hash: z.string(),
  /** SHA-256 of how its server was reached then. Absent in files of older versions: the tool is asked about again. */
  endpoint: z.string().optional(),
  /** Wall clock, milliseconds. */
  at: z.number(),
});
export type AllowedTool = z.infer<typeof AllowedTool>;

/** All of them, newest first. `lapsed`: its server is reached in another way by now, so it is asked about again. */
export const AllowedTools = z.object({
  tools: z.array(AllowedTool.extend({ lapsed: z.literal(true).optional() })),
});
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
