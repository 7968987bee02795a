import { Settings2 } from 'lucide-react';
import { useState } from 'react';
import { type Timeouts, totalOf } from '#shared/config.ts';
import { LogLevel } from '#shared/session.ts';
import { AppLimits } from '../../parts/app-limits.tsx';
import { secondsOf } from '../../parts/limit-words.ts';
import { SecondsField } from '../../parts/server-form/seconds-field.tsx';
import { TraceSwitch } from '../../parts/trace-switch.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { type CallOptions, countOptions, type OptionPlaces, readHeaders, readMeta } from './call-options.ts';

export interface OptionsPopoverProps {
  readonly options: CallOptions;
  readonly set: (options: CallOptions) => void;
  readonly places: OptionPlaces;
  /** What counts without options: the limits of the server, or of the app. */
  readonly timeouts: Timeouts;
  /** Opens the settings of the server at its limits. */
  readonly onServerLimits: () => void;
}

type PartProps = Pick<OptionsPopoverProps, 'options' | 'set' | 'places'>;
const SESSION = 'session';
const LEVELS = [
  { value: SESSION, label: 'As in this session' },
  { value: 'off', label: 'None' },
  ...LogLevel.options.filter((level) => level !== 'off').map((value) => ({ value, label: value })),
];
/** Who answers what the server asks within the call. A script answers in demo mode only. */
const ASKED = [
  { value: 'rules', label: 'Reply rules answer it, else I am asked' },
  { value: 'me', label: 'Ask me, whatever the rules say' },
];

function Limits({ options, set, timeouts, onServerLimits }: Omit<OptionsPopoverProps, 'places'>) {
  const idle = options.timeoutMs ?? timeouts.requestMs;
  return (
    <>
      <div className="form-2">
        <SecondsField
          label="Without a sign of life"
          ms={options.timeoutMs}
          placeholder={secondsOf(timeouts.requestMs)}
          onMs={(timeoutMs) => set({ ...options, timeoutMs })}
        />
        <SecondsField
          label="In all"
          ms={options.totalMs}
          placeholder={secondsOf(totalOf({ ...timeouts, requestMs: idle }))}
          onMs={(totalMs) => set({ ...options, totalMs })}
        />
      </div>
      <p className="fs11 t3 row">
        <span>Empty: as the settings of this server say.</span>
        <Button size="sm" variant="quiet" onClick={onServerLimits}>
          Limits of the server
        </Button>
      </p>
      <AppLimits />
    </>
  );
}

function TaskOptions({ options, set, places }: PartProps) {
  if (places.era !== 'legacy') return null;
  return (
    <div className="form-2">
      <Checkbox
        checked={options.asTask === true && places.task}
        disabled={!places.task}
        onChecked={(on) => set({ ...options, asTask: on ? true : undefined })}
      >
        Run as a task
      </Checkbox>
      {places.task ? (
        <SecondsField
          label="Keep the task"
          ms={options.ttlMs}
          placeholder="As the server does"
          onMs={(ms) => set({ ...options, ttlMs: ms === 0 ? undefined : ms })}
        />
      ) : (
        <p className="fs11 t3">This tool does not say that it runs as a task.</p>
      )}
    </div>
  );
}

function AskOption({ options, set }: Omit<PartProps, 'places'>) {
  return (
    <Field label="What the server asks for">
      {(control) => (
        <Select
          {...control}
          value={options.noRules ? 'me' : 'rules'}
          options={ASKED}
          onValue={(value) => set({ ...options, noRules: value === 'me' ? true : undefined })}
        />
      )}
    </Field>
  );
}

function LevelOption({ options, set, places }: PartProps) {
  const modern = places.era === 'modern';
  const hint = modern ? undefined : 'In this version one level holds for the whole session. Set it in Notifications.';
  return (
    <Field label="Log level" hint={hint}>
      {(control) => (
        <Select
          {...control}
          disabled={!modern}
          value={modern ? (options.logLevel ?? SESSION) : SESSION}
          options={LEVELS}
          onValue={(value) => {
            const level = LogLevel.safeParse(value);
            set({ ...options, logLevel: level.success ? level.data : undefined });
          }}
        />
      )}
    </Field>
  );
}

function Texts({ options, set, places }: PartProps) {
  const { meta = '', headers = '' } = options;
  const metaRead = meta.trim() === '' ? undefined : readMeta(meta);
  const headersRead = readHeaders(headers);
  return (
    <>
      <Field name="_meta" type="JSON object" error={metaRead && 'problem' in metaRead ? metaRead.problem : undefined}>
        {(control) => (
          <TextArea {...control} mono rows={2} value={meta} onValue={(next) => set({ ...options, meta: next })} />
        )}
      </Field>
      {places.http && (
        <Field
          label="Headers of this call"
          type="Name: value, one a line"
          hint="They take the place of those of the same name."
          error={'problem' in headersRead ? headersRead.problem : undefined}
        >
          {(control) => (
            <TextArea
              {...control}
              mono
              rows={2}
              value={headers}
              onValue={(next) => set({ ...options, headers: next })}
            />
          )}
        </Field>
      )}
    </>
  );
}

/** S08. What a tool is called with besides its arguments; kept for the tool, `_meta` and headers never on disk. */
export function OptionsPopover(props: OptionsPopoverProps) {
  const { options, set, places, timeouts } = props;
  const [open, setOpen] = useState(false);
  const count = countOptions(options, places);
  const label = count === 0 ? 'Call options' : `Call options, ${count} set`;
  const leave = () => {
    setOpen(false);
    props.onServerLimits();
  };
  return (
    <Popover
      label="Call options"
      open={open}
      onOpen={setOpen}
      trigger={<IconButton size="sm" icon={Settings2} label={label} pressed={count > 0} />}
    >
      <div className="call-options">
        <h3 className="b6">Call options</h3>
        <Limits {...{ options, set, timeouts }} onServerLimits={leave} />
        <Checkbox
          checked={options.progress !== false}
          onChecked={(on) => set({ ...options, progress: on ? undefined : false })}
        >
          Ask for progress
        </Checkbox>
        <TraceSwitch
          checked={options.trace ?? places.traced}
          onChecked={(on) => set({ ...options, trace: on === places.traced ? undefined : on })}
        />
        <LevelOption {...{ options, set, places }} />
        <AskOption {...{ options, set }} />
        <TaskOptions {...{ options, set, places }} />
        <Texts {...{ options, set, places }} />
        <div className="row">
          <span className="fs11 t3">They count for every run of this tool.</span>
          <span className="sp" />
          <Button size="sm" variant="quiet" disabled={count === 0} onClick={() => set({})}>
            Use none
          </Button>
        </div>
      </div>
    </Popover>
  );
}
