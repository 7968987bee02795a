import type { HttpEndpoint } from '#shared/config.ts';
import { Field } from '../../ui/field.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Select } from '../../ui/select.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { choiceOf, TRANSPORT_OPTIONS } from './choices.ts';
import { InputsForm } from './inputs-form.tsx';
import { SettingRows } from './setting-rows.tsx';
import { ConnectField, type StdioFieldsProps } from './stdio-fields.tsx';
import { rowToSecret } from './typed-secrets.ts';

interface HttpFieldsProps extends Pick<StdioFieldsProps, 'draft' | 'problems' | 'preview' | 'onDraft'> {
  endpoint: HttpEndpoint;
}

/** The trust of a server with one part changed; without any part it has none of its own. */
function withTrust(endpoint: HttpEndpoint, part: NonNullable<HttpEndpoint['trust']>): HttpEndpoint {
  const { trust, ...rest } = endpoint;
  const kept = Object.entries({ ...trust, ...part }).filter(([, value]) => value !== '' && value !== undefined);
  return kept.length === 0 ? rest : { ...rest, trust: Object.fromEntries(kept) };
}

function TlsFields({ draft, endpoint, problems, onDraft }: HttpFieldsProps) {
  const change = (part: NonNullable<HttpEndpoint['trust']>) =>
    onDraft({ ...draft, endpoint: withTrust(endpoint, part) });
  return (
    <div className="form-2" data-field="tls">
      <Field label="File with further authorities (PEM)" hint="Trusted beside those of this computer">
        {(control) => (
          <TextInput
            {...control}
            mono
            placeholder="None"
            value={endpoint.trust?.caFile ?? ''}
            onValue={(caFile) => change({ caFile })}
          />
        )}
      </Field>
      <Field label="Only this certificate (SHA-256)" error={problems.fingerprint}>
        {(control) => (
          <TextInput
            {...control}
            mono
            placeholder="Any that is trusted"
            value={endpoint.trust?.fingerprint ?? ''}
            onValue={(fingerprint) => change({ fingerprint: fingerprint.trim() })}
          />
        )}
      </Field>
    </div>
  );
}

/** Places that the explanations of failures point to before there is something to set in them. */
function LaterFields() {
  return (
    <div className="form later fs12 t2">
      <p data-field="auth" tabIndex={-1}>
        <span className="b5">Sign-in:</span> signing in through a browser comes with a later version. A fixed token
        works now: add a header named Authorization and keep its value among the secrets.
      </p>
      <p data-field="proxy" tabIndex={-1}>
        <span className="b5">Proxy:</span> a proxy of its own for a server comes with a later version.
      </p>
    </div>
  );
}

function AddressFields({ draft, endpoint, problems, onDraft }: HttpFieldsProps) {
  const change = (part: Partial<HttpEndpoint>) => onDraft({ ...draft, endpoint: { ...endpoint, ...part } });
  return (
    <>
      <div data-field="url">
        <Field label="This exact address will be called" error={problems.address}>
          {(control) => <TextInput {...control} mono value={endpoint.url} onValue={(url) => change({ url })} />}
        </Field>
      </div>
      <div className="form-2">
        <div data-field="transport">
          <Field label="Transport">
            {(control) => (
              <Select
                {...control}
                value={endpoint.transport}
                options={TRANSPORT_OPTIONS}
                onValue={(value) => change({ transport: choiceOf(TRANSPORT_OPTIONS, value) ?? endpoint.transport })}
              />
            )}
          </Field>
        </div>
        <ConnectField draft={draft} onDraft={onDraft} />
      </div>
    </>
  );
}

/** What a remote server needs: its address, transport, answers, headers and trust. */
export function HttpFields(props: HttpFieldsProps) {
  const { draft, problems, preview, onDraft } = props;
  const missing = (preview.value?.env ?? []).filter(({ source }) => source === 'missing');
  return (
    <>
      <AddressFields {...props} />
      <InputsForm draft={draft} onDraft={onDraft} />
      <SettingRows
        title="Headers"
        word="header"
        field="headers"
        note={`${draft.rows.length} set here`}
        rows={draft.rows}
        problems={problems.rows}
        onRows={(rows) => onDraft({ ...draft, rows })}
        onSecret={(row, value) => onDraft(rowToSecret(draft, row, value))}
      >
        {missing.length > 0 && (
          <p className="set-held fs12 c-err">
            <ForeignText text={`Not set on this computer: ${missing.map(({ name }) => name).join(', ')}`} inert />
          </p>
        )}
      </SettingRows>
      <TlsFields {...props} />
      <LaterFields />
    </>
  );
}
