import type { Endpoint } from '#shared/config.ts';
import type { LaunchPreview } from '#shared/contract.ts';
import { type LaunchContext, planLaunch } from './plan-launch.ts';

/** What would run for an endpoint, looked up but not started. Addresses and the demo server start no program. */
export async function previewLaunch(endpoint: Endpoint, context: LaunchContext): Promise<LaunchPreview> {
  if (endpoint.kind !== 'stdio') return { command: [], cwd: '', env: [], problems: [] };
  const { facts, problems } = await planLaunch(endpoint, context);
  return { ...facts, problems };
}
