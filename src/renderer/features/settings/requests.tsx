import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { ModelProvider } from '#shared/providers.ts';
import type { ReplyRule, RuleAction } from '#shared/reply-rules.ts';
import { useProviders } from '../../parts/models/use-providers.ts';
import { Button } from '../../ui/button.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { generalRule, REQUEST_ROWS, type RequestRow } from './general-rules.ts';
import { RuleDialog } from './rule-dialog.tsx';
import type { RuleStart } from './rule-draft.ts';
import { RULES_HEADING } from './rule-list.tsx';
import { SettingBlock } from './setting-block.tsx';
import { SettingRow } from './setting-row.tsx';
import { type RuleBookActions, useRuleBook } from './use-rule-book.ts';

const OTHER = 'other';

interface RowProps {
  readonly row: RequestRow;
  readonly rule: ReplyRule | undefined;
  readonly providers: readonly ModelProvider[];
  readonly actions: RuleBookActions;
  /** Something more has to be said before the rule can be made. */
  readonly onMore: (start: RuleStart) => void;
}

function Row({ row, rule, providers, actions, onMore }: RowProps) {
  const { kind, title, note, choices } = row;
  const now = rule?.action.do ?? 'ask';
  const known = choices.some(({ value }) => value === now);
  const options = [...choices, ...(known ? [] : [{ value: OTHER, label: 'By a rule below' }])];
  const choose = (next: string) => {
    const choice = choices.find(({ value }) => value === next);
    if (!choice || choice.value === now) return;
    const words = `${title}: ${choice.label}`;
    const id = rule ? { id: rule.id } : {};
    const save = (action: RuleAction) => actions.save(words, { ...id, kind, action }, rule);
    const [provider] = providers;
    if (choice.value === 'ask') {
      if (rule) actions.remove(words, rule);
    } else if (choice.value === 'provider' && provider && providers.length === 1) {
      save({ do: 'provider', provider: provider.name });
    } else if (choice.value === 'provider' || choice.value === 'reply') {
      onMore({ rule, kind, choice: choice.value });
    } else if (choice.value === 'decline' || choice.value === 'withhold') save({ do: choice.value });
  };
  const late = now === 'withhold' ? ' From the next connection on.' : '';
  return (
    <SettingRow title={title} note={`${note}${late}`}>
      <Segmented label={title} options={options} value={known ? now : OTHER} onChange={choose} />
    </SettingRow>
  );
}

/** What happens to what servers ask, where no rule says more. */
export function Requests() {
  const actions = useRuleBook();
  const providers = useProviders().list ?? [];
  const [start, setStart] = useState<RuleStart>();
  const toRules = () => {
    const heading = document.getElementById(RULES_HEADING);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus();
  };
  return (
    <SettingBlock
      title="Requests from servers"
      note="For all servers. A server can have its own rules."
      actions={
        <Button size="sm" variant="quiet" iconAfter={ChevronRight} onClick={toRules}>
          Rules for single servers
        </Button>
      }
    >
      {REQUEST_ROWS.map((row) => (
        <Row
          key={row.kind}
          row={row}
          rule={generalRule(actions.rules, row.kind)}
          {...{ providers, actions }}
          onMore={setStart}
        />
      ))}
      {start && <RuleDialog start={start} onClose={() => setStart(undefined)} />}
    </SettingBlock>
  );
}
