import { ChevronDown, ChevronUp } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { parseJson } from '#shared/exact-json.ts';
import { AskSheet } from '../../parts/ask/ask-sheet.tsx';
import { askTitle } from '../../parts/ask/ask-words.ts';
import { useAskerName } from '../../parts/ask/use-asker-name.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { JsonTree } from '../../ui/json-tree.tsx';
import type { Tool } from './tool.ts';
import { ToolTitle } from './tool-title.tsx';
import type { CallAsk } from './use-call-ask.ts';

const FIELDS = ['input', 'select', 'textarea', 'button']
  .map((selector) => `.ask-b ${selector}:not([disabled]):not([tabindex="-1"])`)
  .join(',');

// The call goes on as its ask ends, which the page is told anyway.
const nothing = () => undefined;

export interface AskPlaceProps {
  readonly tool: Tool;
  readonly callAsk: CallAsk;
  /** JSON text of the call's arguments, where this page sent them. */
  readonly sent: string | undefined;
}

/** S24. What the call on screen asks, in the place of its arguments, which are locked while it waits. */
export function AskPlace({ tool, callAsk, sent }: AskPlaceProps) {
  const { ask, focus, acted, putAside } = callAsk;
  const name = useAskerName(ask);
  const box = useRef<HTMLElement>(null);
  const [locked, setLocked] = useState(false);
  const askId = ask?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another ask in the same place is entered anew
  useEffect(() => {
    if (!focus) return;
    const first = box.current?.querySelector<HTMLElement>(FIELDS);
    (first ?? box.current)?.focus();
  }, [focus, askId]);
  if (!ask) return null;
  const onKeyDown = (event: KeyboardEvent) => {
    // Escape puts aside; it never answers.
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    event.preventDefault();
    putAside();
  };
  return (
    <div className="ask-place">
      <div className="row ask-lock">
        <ToolTitle tool={tool} />
        <Button
          size="sm"
          variant="quiet"
          iconAfter={locked ? ChevronUp : ChevronDown}
          aria-expanded={locked}
          onClick={() => setLocked(!locked)}
        >
          {ask.status === 'waiting' ? 'Arguments, locked while running' : 'Arguments of the call'}
        </Button>
      </div>
      {locked && (
        <div className="codebox ask-locked">
          {sent === undefined ? (
            <p className="fs12 t3 pad">They are under Request.</p>
          ) : (
            <JsonTree label="Arguments" value={parseJson(sent.trim() === '' ? '{}' : sent)} />
          )}
        </div>
      )}
      <section
        ref={box}
        className="ask-sheet"
        aria-label={askTitle(ask, name)}
        tabIndex={-1}
        data-own-keys=""
        onKeyDownCapture={acted}
        onPointerDownCapture={acted}
        {...{ onKeyDown }}
      >
        <AskSheet ask={ask} serverName={name} onKeep={putAside} onSent={nothing} inPlace />
      </section>
    </div>
  );
}

/** Tells in the arguments that the call waits, while its sheet is not open. */
export function AskNote({ callAsk }: { readonly callAsk: CallAsk }) {
  const { ask, placed, open } = callAsk;
  const name = useAskerName(ask);
  if (ask?.status !== 'waiting' || placed) return null;
  return (
    <div className="pad">
      <Callout
        kind="wait"
        title={askTitle(ask, name)}
        actions={
          <Button size="sm" onClick={open} data-kept-ask="">
            Answer
          </Button>
        }
      >
        The call waits for you. Its timeout is paused.
      </Callout>
    </div>
  );
}
