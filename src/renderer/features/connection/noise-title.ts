import type { Session } from '#shared/session.ts';

/** What to call text that came where only messages may come. */
export function noiseTitle({ config }: Pick<Session, 'config'>): string {
  return config.endpoint.kind === 'http' ? 'Answer that is no message' : 'Text on stdout that is no message';
}
