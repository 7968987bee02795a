import { Send } from 'lucide-react';
import { useMemo, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { Exchange } from '#shared/exchange.ts';
import type { Session } from '#shared/session.ts';
import { prettyJson } from '../../../parts/copy-as/raw-json.ts';
import { TraceSwitch } from '../../../parts/trace-switch.tsx';
import { usePage, useWirebench } from '../../../store/wirebench.tsx';
import { Button } from '../../../ui/button.tsx';
import { Callout } from '../../../ui/callout.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field } from '../../../ui/field.tsx';
import { MonacoEditor, type MonacoEditorProps } from '../../../ui/monaco-editor.tsx';
import { TextInput } from '../../../ui/text-input.tsx';
import { HintList } from './hint-list.tsx';
import { blockedDraft, type RequestDraft } from './request-hints.ts';
import { type SentOutcome, sendRequest } from './send-request.ts';
import { useSendTarget } from './send-target.ts';
import type { SentRequest } from './sent-request.ts';
import { useRequestHints } from './use-request-hints.ts';
import { useSentRequest } from './use-sent-request.ts';

export interface EditDialogProps {
  readonly sessionId: string;
  readonly exchange: Exchange;
  readonly onClose: () => void;
  readonly onSent: (exchange: Exchange, outcome: SentOutcome) => void;
  readonly loadEditor?: MonacoEditorProps['load'];
}

/** `Edit and send…`: the request as text, changed before it is sent. What was typed is kept while the page lives. */
export function EditDialog(props: EditDialogProps) {
  const { sessionId, exchange, onClose } = props;
  const { request, error } = useSentRequest(sessionId, exchange);
  const { session, blocked } = useSendTarget(sessionId);
  if (request && session) return <Editor {...props} request={request} session={session} />;
  return (
    <Dialog open onOpenChange={onClose} title="Edit and send" width={760}>
      {(error ?? blocked) !== undefined && <Callout kind="err" title={error ?? `${blocked}. Connect it first.`} />}
      {error === undefined && blocked === undefined && <p className="t2">Reading the request.</p>}
    </Dialog>
  );
}

interface EditorProps extends EditDialogProps {
  readonly request: SentRequest;
  readonly session: Session;
}

/** The draft of this request, kept by the page so that Escape loses nothing. */
function useDraft(key: string, request: SentRequest) {
  const { page } = useWirebench();
  const held = usePage((state) => state.heldDrafts[key]);
  const start = useMemo<RequestDraft>(
    () => ({ method: request.method, text: request.params === undefined ? '' : prettyJson(request.params) }),
    [request],
  );
  const draft = useMemo(() => (held === undefined ? start : (JSON.parse(held) as RequestDraft)), [held, start]); // written below
  const keep = (next: RequestDraft | undefined) =>
    // Arguments may hold a secret, so they are never written to disk.
    page.getState().draft(key, next && JSON.stringify(next), true);
  const changed = draft.method !== start.method || draft.text !== start.text;
  return {
    draft,
    changed,
    set: (part: Partial<RequestDraft>) => keep({ ...draft, ...part }),
    drop: () => keep(undefined),
  };
}

function Editor({ sessionId, exchange, request, session, onClose, onSent, loadEditor }: EditorProps) {
  const wirebench = useWirebench();
  const { otherVersion } = useSendTarget(sessionId);
  const { draft, changed, set, drop } = useDraft(`${session.serverId}/edit/${sessionId}/${exchange.id}`, request);
  const [ownEnvelope, setOwnEnvelope] = useState(otherVersion);
  const [trace, setTrace] = useState(session.config.trace ?? false);
  const [problem, setProblem] = useState<string>();
  const hints = useRequestHints(session, draft, ownEnvelope);
  const blocked = blockedDraft(draft);
  const send = () => {
    if (blocked !== undefined) return;
    const params = draft.text.trim() === '' ? undefined : draft.text;
    const onStarted = () => {
      drop();
      onClose();
    };
    const options = { ownEnvelope, trace, onStarted };
    sendRequest(wirebench, { sessionId: session.id, request: { method: draft.method, params }, options }).then(
      (outcome) => onSent(exchange, outcome),
      (error: unknown) => setProblem(messageOf(error)),
    );
  };
  const footer = (
    <>
      {changed && (
        <Button variant="quiet" onClick={drop}>
          Start over
        </Button>
      )}
      <span className="sp" />
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Button variant="pri" icon={Send} keys={['mod', 'enter']} disabled={blocked !== undefined} onClick={send}>
        Send
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Edit and send"
      description={`A new request to ${session.config.name}, under an id of its own.`}
      width={760}
      holds={changed}
      onModEnter={send}
      footer={footer}
    >
      <div className="form">
        <Field label="Method">
          {(control) => <TextInput {...control} mono value={draft.method} onValue={(method) => set({ method })} />}
        </Field>
        <div className="fld">
          <div className="lb">
            <span className="lt">Params</span>
            <span className="ty">JSON, sent as written</span>
          </div>
          <MonacoEditor
            className="act-editor"
            label="Params as JSON"
            value={draft.text}
            onChange={(text) => set({ text })}
            language="json"
            path="traffic/edit/params.json"
            {...(loadEditor ? { load: loadEditor } : {})}
          />
        </div>
        {blocked !== undefined && <p className="fs12 c-err">{blocked}</p>}
        <HintList hints={hints} />
        <div className="row act-checks">
          {session.hello?.era === 'modern' && (
            <Checkbox checked={ownEnvelope} onChecked={setOwnEnvelope}>
              Write the protocol’s own keys of <span className="mono">_meta</span> anew
            </Checkbox>
          )}
          <TraceSwitch checked={trace} onChecked={setTrace} />
        </div>
        {problem !== undefined && (
          <Callout kind="err" title="Not sent">
            {problem}
          </Callout>
        )}
      </div>
    </Dialog>
  );
}
