import type { ReplyRule, ReplyRuleDraft, RuleAction, RuleKind } from '#shared/reply-rules.ts';

type Choice = RuleAction['do'];

/** What the dialog of a rule begins with. */
export interface RuleStart {
  /** The rule that is changed; undefined for a new one. */
  readonly rule: ReplyRule | undefined;
  readonly kind: RuleKind;
  readonly choice: RuleAction['do'];
}

/** What is typed in the dialog of a rule. */
export interface RuleTyped {
  readonly kind: RuleKind;
  /** `all`, `id:…` of a server of the list, or `name:…` of one that is not in it. */
  readonly server: string;
  readonly tool: string;
  readonly keepSchema: boolean;
  readonly choice: Choice;
  readonly text: string;
  readonly provider: string;
  readonly model: string;
  readonly delayMs: number | undefined;
}

export const ALL = 'all';
export const CHOICES: Readonly<Record<RuleKind, readonly { readonly value: Choice; readonly label: string }[]>> = {
  form: [
    { value: 'reply', label: 'Fixed reply' },
    { value: 'random', label: 'Made-up values that fit the schema' },
    { value: 'decline', label: 'Decline' },
    { value: 'ask', label: 'Ask me' },
    { value: 'withhold', label: 'Not offered' },
  ],
  url: [
    { value: 'reply', label: 'Consent, nothing is opened' },
    { value: 'decline', label: 'Decline' },
    { value: 'ask', label: 'Ask me' },
    { value: 'withhold', label: 'Not offered' },
  ],
  sampling: [
    { value: 'reply', label: 'Fixed reply' },
    { value: 'provider', label: 'Ask a provider; if that fails, me' },
    { value: 'decline', label: 'Decline' },
    { value: 'ask', label: 'Ask me' },
    { value: 'withhold', label: 'Not offered' },
  ],
  roots: [
    { value: 'reply', label: 'Fixed reply' },
    { value: 'decline', label: 'Decline' },
    { value: 'ask', label: 'Send the roots of the settings' },
    { value: 'withhold', label: 'Not offered' },
  ],
};

const EXAMPLES: Readonly<Record<RuleKind, object | undefined>> = {
  form: {},
  url: undefined,
  sampling: { role: 'assistant', content: { type: 'text', text: '' }, model: 'fixed-reply', stopReason: 'endTurn' },
  roots: { roots: [] },
};

export const exampleOf = (kind: RuleKind): string => {
  const example = EXAMPLES[kind];
  return example === undefined ? '' : JSON.stringify(example, null, 2);
};

function serverOf(rule: ReplyRule | undefined): string {
  if (rule?.serverId !== undefined) return `id:${rule.serverId}`;
  return rule?.serverName === undefined ? ALL : `name:${rule.serverName}`;
}

export function typedOf({ rule, kind, choice }: RuleStart): RuleTyped {
  const { action, tool = '', schemaHash, delayMs } = rule ?? {};
  return {
    kind,
    server: serverOf(rule),
    tool,
    keepSchema: schemaHash !== undefined,
    choice,
    text: action?.do === 'reply' && action.text !== undefined ? action.text : exampleOf(kind),
    provider: action?.do === 'provider' ? action.provider : '',
    model: action?.do === 'provider' ? (action.model ?? '') : '',
    delayMs,
  };
}

function actionOf({ choice, kind, text, provider, model }: RuleTyped): RuleAction {
  if (choice === 'reply') return kind === 'url' ? { do: 'reply' } : { do: 'reply', text };
  if (choice !== 'provider') return { do: choice };
  return { do: 'provider', provider, ...(model === '' ? {} : { model }) };
}

/** The rule as it would be kept; it takes the place of `rule`. */
export function draftOf(typed: RuleTyped, rule: ReplyRule | undefined): ReplyRuleDraft {
  const { kind, server, tool, keepSchema, choice, delayMs } = typed;
  const offered = choice !== 'withhold';
  const schemaHash = keepSchema && offered ? rule?.schemaHash : undefined;
  return {
    ...(rule ? { id: rule.id } : {}),
    kind,
    action: actionOf(typed),
    ...(server.startsWith('id:') ? { serverId: server.slice(3) } : {}),
    ...(server.startsWith('name:') ? { serverName: server.slice(5) } : {}),
    ...(tool.trim() === '' || !offered ? {} : { tool: tool.trim() }),
    ...(schemaHash === undefined ? {} : { schemaHash }),
    ...(delayMs && offered && choice !== 'ask' ? { delayMs } : {}),
  };
}
