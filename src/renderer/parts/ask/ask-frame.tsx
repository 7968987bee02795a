import { Braces, Minus, X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { TabPanel } from '../../ui/tab-panel.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ASK_ICONS, askOrigin, askTitle, endWords, waitingTime } from './ask-words.ts';
import { ReplyProblem } from './reply-problem.tsx';
import { RuleNote } from './rule-note.tsx';

export type AskView = 'form' | 'json' | 'request';

export interface AskFrameProps {
  readonly ask: PendingInput;
  readonly serverName: string;
  readonly view: AskView;
  /** Absent where there is nothing to see but the first view. */
  readonly onView?: ((view: AskView) => void) | undefined;
  /** The other views stay behind a button of the head until one of them is shown. */
  readonly folded?: boolean | undefined;
  /** Between the title and the buttons of the head. */
  readonly tools?: ReactNode;
  /** Name of the first view. */
  readonly formLabel: string;
  /** Puts the ask aside: nothing is answered. */
  readonly onKeep: () => void;
  /** Why the last reply did not arrive. */
  readonly problem: string | undefined;
  readonly footer: ReactNode;
  /** The form or the JSON; the frame shows the request itself. */
  readonly children: ReactNode;
}

function useTabs(formLabel: string) {
  return [
    { value: 'form', label: formLabel },
    { value: 'json', label: 'JSON' },
    { value: 'request', label: 'Request' },
  ] as const;
}

interface BodyProps {
  /** Undefined while there are no tabs. */
  readonly tabsIdBase: string | undefined;
  readonly view: AskView;
  readonly children: ReactNode;
}

function Body({ tabsIdBase, view, children }: BodyProps) {
  if (tabsIdBase === undefined) return <div className="ask-b">{children}</div>;
  return (
    <TabPanel idBase={tabsIdBase} id={view} className="ask-b">
      {children}
    </TabPanel>
  );
}

/** Head, views and buttons around an ask that is being answered. */
export function AskFrame(props: AskFrameProps) {
  const { ask, serverName, view, onView, onKeep, problem, footer, children, folded = false } = props;
  const id = useId();
  const tabs = useTabs(props.formLabel);
  const tabbed = onView !== undefined && (!folded || view !== 'form');
  const operation = useEntity('operation', ask.operationId);
  const waiting = ask.status === 'waiting';
  const now = useNow(waiting ? 1000 : undefined);
  const time = waiting ? `waiting ${waitingTime(now - ask.createdAt)}` : endWords(ask);
  const round = ask.round === undefined ? '' : `round ${ask.round}`;
  const sub = [askOrigin(ask, operation), round, time].filter((part) => part !== '').join(', ');
  return (
    <>
      <div className="ask-h">
        <span className="dir k-srv">
          <Icon icon={ASK_ICONS[ask.kind]} />
        </span>
        <div className="col grow">
          <h2>{askTitle(ask, serverName)}</h2>
          <span className="fs11 t3 tn el">{sub}</span>
        </div>
        {props.tools}
        {folded && onView && (
          <IconButton
            icon={Braces}
            label="Reply and request as JSON"
            pressed={view !== 'form'}
            onClick={() => onView(view === 'form' ? 'json' : 'form')}
          />
        )}
        <IconButton
          icon={waiting ? Minus : X}
          label={waiting ? 'Keep for later in the Inbox' : 'Close'}
          onClick={onKeep}
        />
      </div>
      {tabbed && onView && (
        <div className="row ask-tabs">
          <Segmented label="View" options={tabs} value={view} onChange={onView} tabsIdBase={id} />
        </div>
      )}
      <Body tabsIdBase={tabbed ? id : undefined} view={view}>
        {!waiting && (
          <Callout kind={ask.status === 'expired' ? 'wait' : 'ok'} title={endWords(ask)}>
            {ask.closedBecause !== undefined && ask.closedBecause !== `${endWords(ask)}.` && (
              <ForeignText text={ask.closedBecause} />
            )}
          </Callout>
        )}
        <RuleNote ask={ask} />
        {view === 'request' ? (
          <div className="codebox">
            <JsonTree label="Request" value={ask.params} />
          </div>
        ) : (
          children
        )}
        <ReplyProblem text={problem} />
      </Body>
      {footer}
    </>
  );
}
