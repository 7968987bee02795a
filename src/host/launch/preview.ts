import type { Endpoint } from '#shared/config.ts';
import type { LaunchPreview } from '#shared/contract.ts';
import { fillAddress } from './fill-address.ts';
import type { Referable } from './launch-scope.ts';
import { type LaunchContext, planLaunch } from './plan-launch.ts';

/** What would run for an endpoint, looked up but not started. Addresses and the demo server start no program. */
export async function previewLaunch(
  endpoint: Endpoint,
  context: LaunchContext,
  server: Referable = {},
): Promise<LaunchPreview> {
  const nothing = { command: [], cwd: '', env: [] };
  if (endpoint.kind === 'stdio') {
    const { facts, problems } = await planLaunch({ ...server, endpoint }, context);
    return { ...facts, problems };
  }
  if (endpoint.kind === 'builtin') return { ...nothing, problems: [] };
  const { notes, problems } = await fillAddress({ ...server, endpoint }, context);
  return { ...nothing, problems, ...(notes.length > 0 ? { notes: notes.map((note) => note.text) } : {}) };
}
