import { useState } from 'react';
import type { ExportPlan } from '#shared/candidates.ts';
import { CLIENT_TITLES } from '#shared/client-titles.ts';
import { ClientId, type ServerConfig } from '#shared/config.ts';
import { messageOf } from '#shared/errors.ts';
import { DiffView } from '../../parts/diff-view.tsx';
import { useLoad, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { Select } from '../../ui/select.tsx';

const OPTIONS = ClientId.options.map((value) => ({ value, label: CLIENT_TITLES[value] }));

function firstClient({ origin }: ServerConfig): ClientId {
  const known = ClientId.safeParse(origin?.from);
  return known.success ? known.data : 'claude-desktop';
}

function Notes({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <Callout kind="wait" title="What to know">
      <ul>
        {notes.map((note) => (
          <li key={note}>
            <ForeignText text={note} limit={400} inert />
          </li>
        ))}
      </ul>
    </Callout>
  );
}

interface Writing {
  plan: ExportPlan | undefined;
  done: { path: string; backup?: string | undefined } | undefined;
  error: string | undefined;
  busy: boolean;
  ask(): void;
  write(): void;
  back(): void;
}

const IDLE = { plan: undefined, done: undefined, error: undefined, busy: false };

/** Asks what writing would change, and writes it only after that was shown. */
function useWriting(serverId: string, client: ClientId): Writing {
  const { link } = useWirebench();
  const [state, setState] = useState<Pick<Writing, 'plan' | 'done' | 'error' | 'busy'>>(IDLE);
  const run = async (step: () => Promise<Partial<typeof state>>) => {
    setState((old) => ({ ...old, busy: true, error: undefined }));
    try {
      const part = await step();
      setState((old) => ({ ...old, ...part, busy: false }));
    } catch (error) {
      setState((old) => ({ ...old, busy: false, error: messageOf(error) }));
    }
  };
  return {
    ...state,
    ask: () => void run(async () => ({ plan: await link.client()['export.plan']({ serverIds: [serverId], client }) })),
    write: () => {
      const { plan } = state;
      if (!plan) return;
      void run(async () => ({ done: await link.client()['export.write']({ token: plan.token }), plan: undefined }));
    },
    back: () => setState(IDLE),
  };
}

function Done({ done }: { done: NonNullable<Writing['done']> }) {
  return (
    <Callout kind="ok" role="status" title={`Written to ${done.path}`}>
      <p>{done.backup === undefined ? 'The file is new.' : `The file as it was is kept as ${done.backup}`}</p>
    </Callout>
  );
}

function Text({ serverId, client }: { serverId: string; client: ClientId }) {
  const { value, stale, error } = useLoad(`${serverId} ${client}`, (host) =>
    host['export.text']({ serverIds: [serverId], client }),
  );
  if (error !== undefined) {
    return (
      <Callout kind="err" title="The text could not be made">
        <p>{error}</p>
      </Callout>
    );
  }
  if (!value || stale) return null;
  return (
    <>
      <section className="codebox diff" aria-label="What would be written">
        <div className="h">
          <span className="el t3">{value.path === undefined ? value.format.toUpperCase() : value.path}</span>
          <span className="sp" />
          <CopyButton text={() => value.text} />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reachable by keyboard */}
        <pre className="diff-b mono" tabIndex={0}>
          {value.text}
        </pre>
      </section>
      <Notes notes={value.notes} />
    </>
  );
}

interface ExportDialogProps {
  config: ServerConfig;
  /** The editor holds changes that are not saved. */
  unsaved: boolean;
  onClose: () => void;
}

function Buttons({ writing, client, onClose }: { writing: Writing; client: ClientId; onClose: () => void }) {
  const { plan, busy } = writing;
  return (
    <>
      <span className="sp" />
      <Button variant="quiet" onClick={onClose}>
        Close
      </Button>
      {plan ? (
        <>
          <Button onClick={writing.back}>Back</Button>
          <Button variant="pri" disabled={busy || plan.before === plan.after} onClick={writing.write}>
            {plan.exists ? 'Write, keep a backup' : 'Write the file'}
          </Button>
        </>
      ) : (
        <Button disabled={busy || writing.done !== undefined} onClick={writing.ask}>
          Write into the file of {CLIENT_TITLES[client]}
        </Button>
      )}
    </>
  );
}

/** S03, `Show as JSON`: exactly what another client would read, and writing it there after the change was shown. */
export function ExportDialog({ config, unsaved, onClose }: ExportDialogProps) {
  const [client, setClient] = useState<ClientId>(() => firstClient(config));
  const writing = useWriting(config.id, client);
  const { plan, done, error } = writing;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`${config.name} for other clients`}
      description="Values of secrets are placeholders."
      width={760}
      footer={<Buttons writing={writing} client={client} onClose={onClose} />}
    >
      <div className="form">
        <Field label="Client">
          {(control) => (
            <Select
              {...control}
              value={client}
              options={OPTIONS}
              onValue={(value) => {
                writing.back();
                setClient(ClientId.parse(value));
              }}
            />
          )}
        </Field>
        {unsaved && <p className="fs12 t2">This shows the saved settings. Save first to include your changes.</p>}
        {done && <Done done={done} />}
        {error !== undefined && (
          <Callout kind="err" role="alert" title="The file was not changed">
            <p>{error}</p>
          </Callout>
        )}
        {plan && <DiffView before={plan.before} after={plan.after} label={plan.path} />}
        {plan && plan.before === plan.after && <p className="t2">The file says this already.</p>}
        {plan && <Notes notes={plan.notes} />}
        {!plan && <Text serverId={config.id} client={client} />}
      </div>
    </Dialog>
  );
}
