import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReplyRule } from '#shared/reply-rules.ts';
import { ruleTitle } from '#shared/rule-words.ts';
import { secondWords } from '../../parts/second-words.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { specialRules } from './general-rules.ts';
import { RuleDialog } from './rule-dialog.tsx';
import type { RuleStart } from './rule-draft.ts';
import { SettingBlock } from './setting-block.tsx';
import { useRuleBook } from './use-rule-book.ts';

/** Id of the button that the rules begin with. */
export const RULES_HEADING = 'settings-rules';
const PREVIEW = 120;

function preview(text: string): string {
  const line = text.replace(/\s+/g, ' ');
  return line.length > PREVIEW ? `${line.slice(0, PREVIEW)}…` : line;
}

function noteOf({ schemaHash, delayMs, action, kind }: ReplyRule): string {
  const parts = [
    action.do === 'reply' && action.text !== undefined ? preview(action.text) : undefined,
    action.do === 'provider' && action.model !== undefined ? `model ${action.model}` : undefined,
    schemaHash === undefined ? undefined : 'only while the schema stays the same',
    delayMs ? `after ${secondWords(delayMs)}` : undefined,
    action.do === 'withhold' ? 'from the next connection on' : undefined,
    action.do === 'reply' && kind === 'url' ? 'consent, nothing is opened' : undefined,
  ];
  return parts.filter((part) => part !== undefined).join(', ');
}

interface RuleRowProps {
  readonly rule: ReplyRule;
  readonly onEdit: () => void;
  readonly onRemove: (title: string) => void;
}

function RuleRow({ rule, onEdit, onRemove }: RuleRowProps) {
  const server = useEntity('server', rule.serverId);
  const title = ruleTitle(rule, server?.config.name);
  const note = noteOf(rule);
  return (
    <li className="setting">
      <div className="provider-t">
        <p className="b5">
          <ForeignText text={title} limit={400} inert />
        </p>
        {note !== '' && (
          <p className="fs12 t2">
            <ForeignText text={note} limit={400} inert />
          </p>
        )}
      </div>
      <div className="setting-c row">
        <IconButton size="sm" icon={Pencil} label={`Edit: ${title}`} onClick={onEdit} />
        <IconButton size="sm" icon={Trash2} label={`Remove: ${title}`} onClick={() => onRemove(title)} />
      </div>
    </li>
  );
}

/** Reply rules that are for some servers, tools or schemas, or do more than a word can say (S23). */
export function RuleList() {
  const { rules, remove } = useRuleBook();
  const [start, setStart] = useState<RuleStart>();
  const special = specialRules(rules);
  return (
    <SettingBlock
      title="Rules"
      note="The most specific one answers: schema before tool, tool before server, server before all."
      actions={
        <Button
          size="sm"
          icon={Plus}
          id={RULES_HEADING}
          onClick={() => setStart({ rule: undefined, kind: 'form', choice: 'reply' })}
        >
          Add a rule
        </Button>
      }
    >
      {special.length === 0 && (
        <p className="fs12 t3 setting">None. Always reply, in the sheet of a request, makes one too.</p>
      )}
      {special.length > 0 && (
        <ul>
          {special.map((rule) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              onEdit={() => setStart({ rule, kind: rule.kind, choice: rule.action.do })}
              onRemove={(title) => remove(`Removed: ${title}`, rule)}
            />
          ))}
        </ul>
      )}
      {start && <RuleDialog start={start} onClose={() => setStart(undefined)} />}
    </SettingBlock>
  );
}
