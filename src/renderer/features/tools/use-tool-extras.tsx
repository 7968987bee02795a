import { type ReactNode, useMemo, useState } from 'react';
import { timeoutsOf } from '#shared/config.ts';
import type { ServerEntry } from '#shared/entities.ts';
import { objectAt, textAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { EarlierMenu } from '../../parts/earlier/earlier-menu.tsx';
import { SaveExample } from '../../parts/earlier/save-example.tsx';
import { useEarlier } from '../../parts/earlier/use-earlier.ts';
import { asDraft, useEarlierKeys } from '../../parts/earlier/use-earlier-keys.ts';
import { timeoutWords } from '../../parts/limit-words.ts';
import { type EarlierValues, earlierValuesOf } from '../../parts/schema-form/earlier-values.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { callInput, type OptionPlaces } from './call-options.ts';
import { earlierWords } from './earlier-words.ts';
import { OptionsPopover } from './options-popover.tsx';
import type { Tool } from './tool.ts';
import type { Arguments } from './use-arguments.ts';
import { useCallOptions } from './use-call-options.ts';
import { usePinned } from './use-list-look.ts';

export interface ToolExtrasOptions {
  readonly server: ServerEntry;
  readonly session: Session;
  readonly tool: Tool;
  readonly args: Arguments;
  /** Names the tool over servers; the palette asks for a run by it too. */
  readonly runKey: string;
  /** Runs of the tool so far: earlier arguments are read again with each. */
  readonly runs: number;
}

/** What stands around the arguments of a tool: earlier ones, saved ones, and what else a call may say. */
export interface ToolExtras {
  readonly earlierMenu: (compact: boolean) => ReactNode;
  readonly earlierValues: EarlierValues;
  readonly save: (compact: boolean) => ReactNode;
  /** Time limit, log level, and the button for the rest. */
  readonly optionsBar: ReactNode;
  /** The newest saved examples as buttons, if there are any. */
  readonly examples: ReactNode;
  readonly pinned: boolean;
  readonly onPin: () => void;
  /** What the options add to a call, or what is wrong with them. */
  readonly call: () => ReturnType<typeof callInput>;
}

const EXAMPLES = 3;

function placesOf(session: Session, tool: Tool): OptionPlaces {
  const support = textAt(tool.raw.execution, 'taskSupport');
  const offered = objectAt(objectAt(objectAt(session.hello?.capabilities, 'tasks'), 'requests'), 'tools');
  return {
    http: session.config.endpoint.kind === 'http',
    era: session.hello?.era,
    traced: session.config.trace ?? false,
    task: offered?.call !== undefined && (support === 'optional' || support === 'required'),
  };
}

export function useToolExtras({ server, session, tool, args, runKey, runs }: ToolExtrasOptions): ToolExtras {
  const { page } = useWirebench();
  const earlier = useEarlier(server.id, 'tool', tool.name, runs);
  const { list } = earlier;
  const earlierValues = useMemo(() => earlierValuesOf([...list.runs, ...list.examples]), [list]);
  const { options, set } = useCallOptions(runKey);
  const { pinned, toggle } = usePinned(server.id);
  const [saving, setSaving] = useState(false);
  const places = placesOf(session, tool);
  const broken = 'problem' in args.reading;
  useEarlierKeys(args, earlier, () => !broken && setSaving(true));
  const fill = (text: string) => args.setText(asDraft(text));
  const timeouts = timeoutsOf(session.config.timeouts);
  const level = places.era === 'modern' ? (options.logLevel ?? session.logLevel) : session.logLevel;
  return {
    earlierValues,
    earlierMenu: (compact) => (
      <EarlierMenu
        compact={compact}
        earlier={earlier}
        text={args.text}
        onChoose={fill}
        wordsOf={earlierWords}
        onRun={(text) => {
          fill(text);
          page.getState().set({ runFor: runKey });
        }}
      />
    ),
    save: (compact) => (
      <SaveExample {...{ earlier, compact }} text={args.text} disabled={broken} open={saving} onOpen={setSaving} />
    ),
    optionsBar: (
      <>
        <span className="nw">
          {timeoutWords(options.timeoutMs ?? timeouts.requestMs, options.totalMs ?? timeouts.totalMs)}
        </span>
        {level !== undefined && <span className="nw">Log level: {level}</span>}
        <OptionsPopover
          {...{ options, set, places, timeouts }}
          onServerLimits={() =>
            page.getState().set({ review: { source: 'edit', serverId: server.id, field: 'timeouts' } })
          }
        />
      </>
    ),
    examples:
      earlier.list.examples.length > 0 &&
      earlier.list.examples.slice(0, EXAMPLES).map((one) => (
        <Button key={one.id} size="sm" onClick={() => fill(one.text)}>
          {one.name.slice(0, 40)}
        </Button>
      )),
    pinned: pinned.has(tool.id),
    onPin: () => toggle(tool.id),
    call: () => callInput(options, places),
  };
}
