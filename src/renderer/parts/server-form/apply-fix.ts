import type { FixAction } from '#shared/fix.ts';
import type { Draft } from './draft.ts';

/** The draft with a fix carried out in it; undefined when the fix only points to a field. */
export function applyFix(draft: Draft, action: FixAction): Draft | undefined {
  const { endpoint } = draft;
  if (endpoint.kind !== 'stdio') return undefined;
  switch (action.do) {
    case 'set-command':
      return { ...draft, endpoint: { ...endpoint, command: action.command, args: action.args ?? endpoint.args } };
    case 'set-args':
      return { ...draft, endpoint: { ...endpoint, args: action.args } };
    case 'set-inherit':
      return { ...draft, endpoint: { ...endpoint, inherit: action.inherit } };
    case 'pass-variable':
      return { ...draft, endpoint: { ...endpoint, inherit: 'shell' } };
    case 'choose-folder':
      return action.suggested === undefined
        ? undefined
        : { ...draft, endpoint: { ...endpoint, cwd: action.suggested } };
    default:
      return undefined;
  }
}

/** The field a fix points to. */
export function fieldOfFix(action: FixAction): string | undefined {
  if (action.do === 'choose-command') return 'command';
  if (action.do === 'choose-folder') return 'cwd';
  return action.do === 'edit' ? action.field : undefined;
}
