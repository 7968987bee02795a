import type { ReplyRule, RuleAction, RuleKind } from './reply-rules.ts';

/** What is asked, as settings and rules name it. */
export const RULE_KINDS: Readonly<Record<RuleKind, string>> = {
  form: 'forms',
  url: 'web pages',
  sampling: 'model replies',
  roots: 'roots',
};

const CHARS = 80;
const short = (text: string) => (text.length > CHARS ? `${text.slice(0, CHARS)}…` : text);

/** What a rule does to asks of its kind. */
export function actionWords(action: RuleAction, kind: RuleKind): string {
  switch (action.do) {
    case 'ask':
      return kind === 'roots' ? 'Send' : 'Ask me about';
    case 'reply':
      return 'Fixed reply to';
    case 'decline':
      return 'Decline';
    case 'random':
      return 'Made-up values for';
    case 'provider':
      return `Provider ${short(action.provider)} for`;
    case 'withhold':
      return 'Do not offer';
  }
}

/** A rule on one line: `Decline forms of orders-db, tool refund`. `server`: name of the server of its id. */
export function ruleTitle(
  { action, kind, tool, serverId, serverName }: Omit<ReplyRule, 'id'>,
  server?: string,
): string {
  const of =
    serverId === undefined && serverName === undefined
      ? ''
      : ` of ${short(server ?? serverName ?? 'a removed server')}`;
  return `${actionWords(action, kind)} ${RULE_KINDS[kind]}${of}${tool === undefined ? '' : `, tool ${short(tool)}`}`;
}
