import { DEFAULT_TIMEOUTS, type OwnTimeouts, timeoutsOf, totalOf } from '#shared/config.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { secondsOf } from '../limit-words.ts';
import { choiceOf, RESTART_OPTIONS } from './choices.ts';
import type { Draft } from './draft.ts';
import { SecondsField } from './seconds-field.tsx';

interface AdvancedProps {
  draft: Draft;
  onDraft: (draft: Draft) => void;
}

function Limits({ draft, onDraft }: AdvancedProps) {
  const { timeouts } = draft;
  const app = useEntity('settings', 'settings')?.timeouts ?? DEFAULT_TIMEOUTS;
  const counts = timeoutsOf(timeouts, app);
  const set = (key: keyof OwnTimeouts, ms: number | undefined) => {
    const { [key]: _old, ...others } = timeouts;
    onDraft({ ...draft, timeouts: ms === undefined ? others : { ...others, [key]: ms } });
  };
  return (
    <div className="form-3" data-field="timeouts">
      <SecondsField
        label="Limit for connecting"
        ms={timeouts.connectMs}
        placeholder={secondsOf(app.connectMs)}
        onMs={(ms) => set('connectMs', ms)}
      />
      <SecondsField
        label="Limit for a sign of life"
        ms={timeouts.requestMs}
        placeholder={secondsOf(app.requestMs)}
        onMs={(ms) => set('requestMs', ms)}
      />
      <SecondsField
        label="Limit of one call"
        ms={timeouts.totalMs}
        placeholder={secondsOf(
          totalOf({ ...counts, totalMs: timeouts.requestMs === undefined ? app.totalMs : undefined }),
        )}
        onMs={(ms) => set('totalMs', ms)}
      />
    </div>
  );
}

function KeepHeaders({ draft, onDraft }: AdvancedProps) {
  return (
    <div className="form" data-field="log">
      <Checkbox checked={draft.keepHeaders} onChecked={(keepHeaders) => onDraft({ ...draft, keepHeaders })}>
        Keep the values of sign-in and cookie headers in the log
      </Checkbox>
      {draft.keepHeaders && (
        <Callout kind="wait" title="Tokens and cookies will stand in the log as they are">
          <p>
            Whoever reads the log, or an export of it, can use them to sign in. Values of your secrets are replaced all
            the same. Sessions that already ran stay as they are.
          </p>
        </Callout>
      )}
    </div>
  );
}

/** Settings that most servers do not need. */
export function Advanced({ draft, onDraft }: AdvancedProps) {
  const local = draft.endpoint.kind === 'stdio';
  return (
    <details className="codebox adv">
      <summary className="b5">Advanced</summary>
      <div className="form adv-b">
        <Limits draft={draft} onDraft={onDraft} />
        <div className="form-2">
          <Field label={local ? 'Start again' : 'Connect again'}>
            {(control) => (
              <Select
                {...control}
                value={draft.restart}
                options={RESTART_OPTIONS}
                onValue={(value) => onDraft({ ...draft, restart: choiceOf(RESTART_OPTIONS, value) ?? draft.restart })}
              />
            )}
          </Field>
          <Field label="Workspace folder" hint={`Stands for \${workspaceFolder}`}>
            {(control) => (
              <TextInput
                {...control}
                mono
                placeholder={local ? 'The working folder' : 'None'}
                value={draft.workspaceFolder}
                onValue={(workspaceFolder) => onDraft({ ...draft, workspaceFolder })}
              />
            )}
          </Field>
        </div>
        {local && (
          <Field
            label="Restart when these files change"
            hint="Files or folders seen from the working folder, one per line"
          >
            {(control) => (
              <TextArea
                {...control}
                mono
                rows={2}
                value={draft.watch.join('\n')}
                onValue={(text) => onDraft({ ...draft, watch: text === '' ? [] : text.split('\n') })}
              />
            )}
          </Field>
        )}
        <Checkbox checked={draft.literal} onChecked={(literal) => onDraft({ ...draft, literal })}>
          Pass <span className="mono">~</span> and <span className="mono">{`\${…}`}</span> on as they are written
        </Checkbox>
        <Checkbox checked={draft.trace} onChecked={(trace) => onDraft({ ...draft, trace })}>
          Send a <span className="mono">traceparent</span> with every request, so that the server’s traces can be joined
        </Checkbox>
        {draft.endpoint.kind === 'http' && <KeepHeaders draft={draft} onDraft={onDraft} />}
      </div>
    </details>
  );
}
