import type { approvalCalls } from '#shared/approvals.ts';
import type { WirebenchContract } from '#shared/contract.ts';
import type { Handlers } from '#shared/rpc.ts';
import type { HostCore } from '../host-core.ts';

/** Calls about tools that are always allowed. */
export function approvalHandlers({ allowed }: HostCore): Pick<Handlers<WirebenchContract>, keyof typeof approvalCalls> {
  return { 'approval.forget': (tool) => allowed.forget(tool) };
}
