import type { StdioEndpoint } from '#shared/config.ts';
import type { LaunchPreview } from '#shared/contract.ts';
import type { EnvEntry } from '#shared/session.ts';
import { Field } from '../../ui/field.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { looksSecret } from '../looks-secret.ts';
import { choiceOf, INHERIT_OPTIONS } from './choices.ts';
import type { Draft, SettingRow } from './draft.ts';
import { SettingRows } from './setting-rows.tsx';
import { rowToSecret } from './typed-secrets.ts';

const SOURCE: Readonly<Record<EnvEntry['source'], string>> = {
  set: 'set here',
  secret: 'secret',
  file: 'from the file',
  shell: 'login shell',
  inherited: 'this app',
  missing: 'missing',
};

function VariableRow({ entry }: { entry: EnvEntry }) {
  const value = entry.source === 'missing' ? '' : looksSecret(entry) ? '••••••' : (entry.value ?? '••••••');
  return (
    <tr>
      <td className="mono">
        <ForeignText text={entry.name} limit={100} inert />
      </td>
      <td className="mono t2">
        <ForeignText text={value} limit={300} inert />
      </td>
      <td className={entry.source === 'missing' ? 'c-err' : 't3'}>
        {SOURCE[entry.source]}
        {entry.from !== undefined && !looksSecret(entry) && (
          <span className="t3">
            {' '}
            <ForeignText text={entry.from} limit={120} inert />
          </span>
        )}
        {entry.inShell === true && entry.source === 'missing' && ', your login shell has it'}
      </td>
    </tr>
  );
}

/** Everything the program will get, and what is held back, on demand. */
function Variables({ preview }: { preview: LaunchPreview }) {
  const { env, heldBack = [] } = preview;
  const missing = env.filter(({ source }) => source === 'missing').length;
  return (
    <details className="set-all fs12">
      <summary>
        {`All ${plural(env.length - missing, 'variable')} it gets`}
        {missing > 0 && <span className="c-err">{`, ${missing} missing`}</span>}
        {heldBack.length > 0 && <span className="t3">{`, ${heldBack.length} held back`}</span>}
      </summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls has to be reachable by keyboard */}
      <div className="set-all-b" tabIndex={0}>
        <table className="tbl tight env" aria-label="Variables it gets">
          <thead>
            <tr>
              <th scope="col">Variable</th>
              <th scope="col">Value</th>
              <th scope="col">Source</th>
            </tr>
          </thead>
          <tbody>
            {env.map((entry) => (
              <VariableRow key={entry.name} entry={entry} />
            ))}
          </tbody>
        </table>
        {heldBack.length > 0 && (
          <p className="set-held">
            <span className="b5">Held back:</span>{' '}
            <span className="mono">
              <ForeignText text={heldBack.join(' ')} limit={4000} inert />
            </span>
          </p>
        )}
      </div>
    </details>
  );
}

function noteOf(preview: LaunchPreview | undefined, rows: readonly SettingRow[]): string {
  if (!preview) return '';
  const count = (source: EnvEntry['source']) => preview.env.filter((entry) => entry.source === source).length;
  const parts = [
    count('inherited') > 0 ? `${count('inherited')} from this app` : '',
    count('shell') > 0 ? `${count('shell')} from your shell` : '',
    count('file') > 0 ? `${count('file')} from the file` : '',
    `${rows.length} set here`,
  ];
  return parts.filter(Boolean).join(', ');
}

function withFile({ envFile: _old, ...endpoint }: StdioEndpoint, envFile: string): StdioEndpoint {
  return envFile === '' ? endpoint : { ...endpoint, envFile };
}

interface EnvironmentProps {
  draft: Draft;
  endpoint: StdioEndpoint;
  preview: LaunchPreview | undefined;
  onDraft: (draft: Draft) => void;
}

/** Variables of a stdio server: those set here, those from a file, those it inherits. */
export function Environment({ draft, endpoint, preview, onDraft }: EnvironmentProps) {
  const change = (next: StdioEndpoint) => onDraft({ ...draft, endpoint: next });
  return (
    <>
      <SettingRows
        title="Environment"
        word="variable"
        field="env"
        note={noteOf(preview, draft.rows)}
        rows={draft.rows}
        onRows={(rows) => onDraft({ ...draft, rows })}
        onSecret={(row, value) => onDraft(rowToSecret(draft, row, value))}
      >
        {preview && preview.env.length > 0 && <Variables preview={preview} />}
      </SettingRows>
      <div className="form-2">
        <Field label="What else it gets">
          {(control) => (
            <Select
              {...control}
              value={endpoint.inherit}
              options={INHERIT_OPTIONS}
              onValue={(value) =>
                change({ ...endpoint, inherit: choiceOf(INHERIT_OPTIONS, value) ?? endpoint.inherit })
              }
            />
          )}
        </Field>
        <Field label="File of variables">
          {(control) => (
            <TextInput
              {...control}
              mono
              placeholder="None"
              value={endpoint.envFile ?? ''}
              onValue={(envFile) => change(withFile(endpoint, envFile))}
            />
          )}
        </Field>
      </div>
    </>
  );
}
