import type { ServerConfig } from './config.ts';

/** Whether the log of a session with these settings holds the values of sign-in and cookie headers as they are. */
export function keepsHeaderValues({ endpoint, log }: Pick<ServerConfig, 'endpoint' | 'log'>): boolean {
  return endpoint.kind === 'http' && log?.headerValues === 'kept';
}
