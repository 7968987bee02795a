import { ShieldAlert } from 'lucide-react';
import type { Endpoint, HttpEndpoint, StdioEndpoint } from '#shared/config.ts';
import { useLoad, useWirebench } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Field } from '../../ui/field.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { Select } from '../../ui/select.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { type Draft, type DraftProblems, ERA_OPTIONS, endpointOf } from './draft.ts';
import { ExactCommand } from './exact-command.tsx';
import { SettingRows } from './setting-rows.tsx';

interface ServerFormProps {
  draft: Draft;
  problems: DraftProblems;
  /** Program and arguments can be changed here; otherwise they come from the text at the left. */
  editable: boolean;
  onDraft: (draft: Draft) => void;
}

interface PartProps<E extends Endpoint> extends ServerFormProps {
  endpoint: E;
}

const INHERIT_OPTIONS = [
  { value: 'short', label: 'A short safe list' },
  { value: 'all', label: 'Everything' },
];

function withCwd({ cwd: _old, ...endpoint }: StdioEndpoint, cwd: string): StdioEndpoint {
  return cwd === '' ? endpoint : { ...endpoint, cwd };
}

function ProgramFields({ draft, endpoint, problems, onDraft }: PartProps<StdioEndpoint>) {
  const change = (part: Partial<StdioEndpoint>) => onDraft({ ...draft, endpoint: { ...endpoint, ...part } });
  return (
    <div className="form-2">
      <Field label="Program" error={problems.program}>
        {(control) => (
          <TextInput {...control} mono value={endpoint.command} onValue={(command) => change({ command })} />
        )}
      </Field>
      <Field label="Arguments" hint="One per line">
        {(control) => (
          <TextArea
            {...control}
            mono
            value={endpoint.args.join('\n')}
            onValue={(text) => change({ args: text === '' ? [] : text.split('\n') })}
          />
        )}
      </Field>
    </div>
  );
}

function StdioFields(props: PartProps<StdioEndpoint>) {
  const { draft, endpoint, editable, onDraft } = props;
  const { app } = useWirebench();
  const full = endpointOf(draft);
  const loaded = useLoad(JSON.stringify(full), (host) => host['server.preview']({ endpoint: full }));
  // What is shown as the exact command must never be that of an earlier text.
  const preview = loaded.stale ? { ...loaded, value: undefined } : loaded;
  const inherited = preview.value?.env.filter(({ source }) => source === 'inherited').length;
  const note =
    inherited === undefined ? '' : `${plural(inherited, 'variable')} from this app, ${draft.rows.length} set here`;
  return (
    <>
      {editable && <ProgramFields {...props} />}
      <ExactCommand written={[endpoint.command, ...endpoint.args]} preview={preview} platform={app.platform} />
      <div className="form-2">
        <Field label="Working folder">
          {(control) => (
            <TextInput
              {...control}
              mono
              placeholder={app.home}
              value={endpoint.cwd ?? ''}
              onValue={(cwd) => onDraft({ ...draft, endpoint: withCwd(endpoint, cwd) })}
            />
          )}
        </Field>
        <Field label="Variables of this app it also gets">
          {(control) => (
            <Select
              {...control}
              value={endpoint.inherit}
              options={INHERIT_OPTIONS}
              onValue={(value) =>
                onDraft({ ...draft, endpoint: { ...endpoint, inherit: value === 'all' ? 'all' : 'short' } })
              }
            />
          )}
        </Field>
      </div>
      <SettingRows
        title="Environment"
        word="variable"
        note={note}
        scope={draft.name}
        rows={draft.rows}
        onRows={(rows) => onDraft({ ...draft, rows })}
      />
      <p className="fs12 t2 trust">
        <Icon icon={ShieldAlert} />
        <span>A local server can read your files and use your network. Add only servers you trust.</span>
      </p>
    </>
  );
}

const TRANSPORTS = [
  { value: 'auto', label: 'Detect' },
  { value: 'streamable', label: 'Streamable HTTP' },
  { value: 'sse', label: 'Older HTTP+SSE' },
] as const;

function isLocal(url: string): boolean {
  if (!URL.canParse(url)) return true;
  const { protocol, hostname } = new URL(url);
  return protocol !== 'http:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

function HttpFields({ draft, endpoint, problems, onDraft }: PartProps<HttpEndpoint>) {
  const change = (part: Partial<HttpEndpoint>) => onDraft({ ...draft, endpoint: { ...endpoint, ...part } });
  return (
    <>
      <Field label="This exact address will be called" error={problems.address}>
        {(control) => <TextInput {...control} mono value={endpoint.url} onValue={(url) => change({ url })} />}
      </Field>
      {!isLocal(endpoint.url) && (
        <Callout kind="wait" title="This address is not encrypted">
          <p>
            Everyone on the way can read and change what is sent, including tokens. Use https if the server offers it.
          </p>
        </Callout>
      )}
      <Field label="Transport">
        {(control) => (
          <Select
            {...control}
            value={endpoint.transport}
            options={TRANSPORTS}
            onValue={(value) => change({ transport: TRANSPORTS.find((each) => each.value === value)?.value ?? 'auto' })}
          />
        )}
      </Field>
      <SettingRows
        title="Headers"
        word="header"
        note={`${draft.rows.length} set here`}
        scope={draft.name}
        rows={draft.rows}
        onRows={(rows) => onDraft({ ...draft, rows })}
      />
    </>
  );
}

/** The right side of the review: everything that would be saved for one server, in full. */
export function ServerForm(props: ServerFormProps) {
  const { draft, problems, onDraft } = props;
  const { endpoint } = draft;
  // A secret in a variable or header has its own line beside the value; one in an argument or the address has not.
  const besideRow = (text: string) => draft.rows.some(({ name }) => name !== '' && text.startsWith(`${name} `));
  const warnings = draft.warnings.filter(({ code, text }) => code !== 'secret-plain' || !besideRow(text));
  return (
    <div className="form review-f">
      <div className="form-2">
        <Field label="Name" error={problems.name}>
          {(control) => <TextInput {...control} value={draft.name} onValue={(name) => onDraft({ ...draft, name })} />}
        </Field>
        <Field label="Protocol">
          {(control) => (
            <Select
              {...control}
              value={draft.era}
              options={ERA_OPTIONS}
              onValue={(era) => onDraft({ ...draft, era })}
            />
          )}
        </Field>
      </div>
      {endpoint.kind === 'stdio' && <StdioFields {...props} endpoint={endpoint} />}
      {endpoint.kind === 'http' && <HttpFields {...props} endpoint={endpoint} />}
      {endpoint.kind === 'builtin' && <p className="t2">The demo server comes with this app and starts no program.</p>}
      {warnings.map((warning) => (
        <Callout
          key={`${warning.code} ${warning.text}`}
          kind="wait"
          title={<ForeignText text={warning.text} limit={400} />}
        />
      ))}
    </div>
  );
}
