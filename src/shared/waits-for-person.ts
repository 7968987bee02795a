import type { PendingInput } from './entities.ts';

/** Whether a question waits for a person; one that a rule is about to answer does not. */
export function waitsForPerson({ status, rule, ruleFailed }: PendingInput): boolean {
  return status === 'waiting' && (rule === undefined || ruleFailed !== undefined);
}

/** What a notice of the desktop says, with nothing of what is asked; `count`: questions that wait. */
export function askNotice(
  { kind }: Pick<PendingInput, 'kind'>,
  serverName: string,
  count: number,
): { title: string; body?: string } {
  return {
    title: kind === 'approval' ? `A tool of ${serverName} waits for you` : `${serverName} asks for input`,
    ...(count > 1 ? { body: `${count} requests wait for you.` } : {}),
  };
}
