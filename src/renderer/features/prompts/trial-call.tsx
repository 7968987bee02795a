import { Activity, Ban, CircleCheck, CircleX, Hand, Loader, type LucideIcon, Wrench } from 'lucide-react';
import type { RefObject } from 'react';
import { objectAt, textAt } from '#shared/json.ts';
import type { TrialCall } from '#shared/trials.ts';
import { ApprovalBar } from '../../parts/ask/approval-ask.tsx';
import { showExchange } from '../../parts/show-exchange.ts';
import { useEntity, useWirebench } from '../../store/wirebench.tsx';
import { CodeBox } from '../../ui/code-box.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';

type Look = { readonly icon: LucideIcon; readonly tone: string; readonly words: string };

const LOOKS: Readonly<Record<TrialCall['state'] | 'none', Look>> = {
  none: { icon: Wrench, tone: 't3', words: 'not run' },
  asking: { icon: Hand, tone: 'c-wait', words: 'waits for you' },
  running: { icon: Loader, tone: 't3', words: 'running' },
  done: { icon: CircleCheck, tone: 'c-ok', words: 'result went to the model' },
  failed: { icon: CircleX, tone: 'c-err', words: 'failed, and the model was told so' },
  denied: { icon: Ban, tone: 't2', words: 'denied, and the model was told so' },
  refused: { icon: Ban, tone: 'c-err', words: 'not run, and the model was told so' },
};

export interface TrialCallViewProps {
  readonly serverId: string;
  readonly sessionId: string;
  /** The `tool_use` of the model. */
  readonly use: unknown;
  /** Undefined where the trial ended before it was its turn. */
  readonly call: TrialCall | undefined;
  readonly decided: RefObject<boolean>;
}

/** One tool that the model wants: whether it may run, how it stands, and what went back. */
export function TrialCallView({ serverId, sessionId, use, call, decided }: TrialCallViewProps) {
  const wirebench = useWirebench();
  const { announce } = useFeedback();
  const ask = useEntity('pending', call?.pendingId);
  const operation = useEntity('operation', call?.operationId);
  const waiting = ask?.status === 'waiting';
  const { icon, tone, words } = LOOKS[call?.state ?? 'none'];
  const always = ask?.answeredBy === 'rule' ? 'always allowed' : undefined;
  const exchangeId = operation?.exchangeIds.at(-1);
  const show = () => {
    if (exchangeId === undefined) return;
    showExchange(wirebench, { serverId, sessionId, exchangeId }).catch(() => announce('It was not found in Traffic'));
  };
  if (waiting) return <ApprovalBar key={ask.id} {...{ ask, decided }} />;
  const text = call?.text;
  return (
    <CodeBox
      icon={Wrench}
      title={<ForeignText text={textAt(use, 'name') ?? ''} limit={128} inert />}
      meta={
        <span className={`row el ${tone}`}>
          <Icon icon={icon} size="s" />
          {[always, words].filter((word) => word !== undefined).join(', ')}
        </span>
      }
      actions={
        exchangeId === undefined ? undefined : (
          <IconButton size="sm" icon={Activity} label="Show in Traffic" onClick={show} />
        )
      }
    >
      <JsonTree label="Arguments" value={objectAt(use, 'input')} lineNumbers={false} />
      {text !== undefined && text !== '' && (
        <p className="block-b mono fs12">
          <ForeignText text={text} limit={600} lines />
        </p>
      )}
    </CodeBox>
  );
}
