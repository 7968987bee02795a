import { ShieldAlert } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { PendingReply, type SchemaProblem } from '#shared/contract.ts';
import type { PendingInput } from '#shared/entities.ts';
import { hasExactNumber, isJsonObject, parseJson, plainJson, writeJson } from '#shared/exact-json.ts';
import { type JsonObject, textAt } from '#shared/json.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Icon } from '../../ui/icon.tsx';
import { hasMod } from '../../ui/platform.ts';
import { AskFrame, type AskView } from './ask-frame.tsx';
import { oneLine } from './ask-words.ts';
import { FormField } from './form-field.tsx';
import { type AskField, askFields, type FormEntries, problemAt, readForm, startEntries } from './form-values.ts';
import { ReplyJson } from './reply-json.tsx';
import { ServerMessage } from './server-message.tsx';
import { useAnswer } from './use-answer.ts';
import { useDraft } from './use-draft.ts';

export interface AskProps {
  readonly ask: PendingInput;
  readonly serverName: string;
  /** Puts the ask aside, unanswered. */
  readonly onKeep: () => void;
  readonly onSent: () => void;
}

interface FormDraft {
  readonly entries: FormEntries;
  /** The reply as it was changed by hand; undefined while it follows the form. */
  readonly json: string | undefined;
}

const replyText = (content: JsonObject) => writeJson({ action: 'accept', content }, 2);

/** A reply with this content; numbers that would lose digits on the way to the host travel as text. */
function accepted(content: JsonObject): PendingReply {
  if (!hasExactNumber(content)) return { action: 'accept', content };
  return { action: 'accept', contentText: writeJson(content) };
}

function readReply(text: string): { reply?: PendingReply; problem?: string } {
  try {
    const given = parseJson(text);
    const parsed = PendingReply.safeParse(given);
    const content = isJsonObject(given) ? given.content : undefined;
    if (parsed.success)
      return { reply: parsed.data.action === 'accept' && isJsonObject(content) ? accepted(content) : parsed.data };
    return { problem: 'A reply has an action (accept, decline or cancel), and content, an object, when it accepts.' };
  } catch (error) {
    return { problem: `This is not valid JSON. ${error instanceof Error ? error.message : ''}` };
  }
}

/** S24. A form that a server asks a person to fill in. */
export function FormAsk({ ask, serverName, onKeep, onSent }: AskProps) {
  const { link } = useWirebench();
  const schema = ask.params.requestedSchema;
  const fields = useMemo(() => askFields(schema), [schema]);
  const [draft, setDraft] = useDraft<FormDraft>(ask.id, () => ({ entries: startEntries(fields), json: undefined }));
  const [view, setView] = useState<AskView>('form');
  const [problems, setProblems] = useState<readonly SchemaProblem[]>([]);
  const answer = useAnswer(ask, onSent);
  const body = useRef<HTMLDivElement>(null);
  const { content, problems: typed } = readForm(fields, draft.entries);
  const text = draft.json ?? replyText(content);
  const written = readReply(text);
  useFocusOnProblem(body, fields, problems);
  const accept = async () => {
    if (view === 'json' || draft.json !== undefined)
      return written.reply ? answer.send(written.reply) : setView('json');
    const checked = await link.client()['schema.check']({ schema, value: plainJson(content) });
    const all = [...typed, ...checked.problems.filter(({ path }) => !typed.some((one) => one.path === path))];
    setProblems(all);
    if (all.length === 0) answer.send(accepted(content));
    else setView('form');
  };
  const acceptOrTell = () => {
    accept().catch((error: Error) => setProblems([{ path: '', message: error.message, keyword: 'check' }]));
  };
  const waiting = ask.status === 'waiting';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !hasMod(event) || !waiting) return;
    event.preventDefault();
    acceptOrTell();
  };
  const edit = (field: AskField, entry: FormEntries[string]) => {
    setDraft({ entries: { ...draft.entries, [field.name]: entry }, json: undefined });
    const mine = problemAt(field, problems);
    if (mine !== undefined) setProblems(problems.filter(({ message }) => message !== mine));
  };
  const message = textAt(ask.params, 'message');
  return (
    <div className="ask" ref={body} {...{ onKeyDown }}>
      <AskFrame
        {...{ ask, serverName, view, onKeep }}
        onView={setView}
        formLabel="Form"
        problem={answer.problem}
        footer={
          <Footer
            serverName={serverName}
            secrets={fields.some(({ secret }) => secret)}
            disabled={!waiting || answer.sending}
            onDecline={() => answer.send({ action: 'decline' })}
            onCancel={() => answer.send({ action: 'cancel' })}
            onAccept={acceptOrTell}
            onAnyway={problems.length > 0 ? () => answer.send(accepted(content)) : undefined}
          />
        }
      >
        {view === 'json' ? (
          <ReplyJson text={text} onText={(json) => setDraft({ ...draft, json })} problem={written.problem} />
        ) : (
          <>
            {message !== undefined && <ServerMessage text={message} />}
            {draft.json !== undefined && (
              <Callout kind="wait" title="The reply was changed as JSON">
                That text is sent, not this form. A change here replaces it.
              </Callout>
            )}
            <Unplaced fields={fields} problems={problems} />
            {fields.map((field) => (
              <FormField
                key={field.name}
                field={field}
                entry={draft.entries[field.name]}
                onEntry={(entry) => edit(field, entry)}
                problem={problemAt(field, problems)}
                problems={problems}
              />
            ))}
            {fields.length === 0 && <p className="t2 fs12">The form has no fields. Accept sends an empty reply.</p>}
          </>
        )}
      </AskFrame>
    </div>
  );
}

/** After a check that failed, focus goes to the first field with a problem. */
function useFocusOnProblem(
  body: RefObject<HTMLDivElement | null>,
  fields: readonly AskField[],
  problems: readonly SchemaProblem[],
): void {
  const count = useRef(0);
  useEffect(() => {
    const grew = problems.length > count.current;
    count.current = problems.length;
    const first = grew && fields.find((field) => problemAt(field, problems) !== undefined);
    if (!first) return;
    const places = [...(body.current?.querySelectorAll<HTMLElement>('[data-field]') ?? [])];
    const place = places.find((one) => one.dataset.field === first.name);
    place?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [body, fields, problems]);
}

/** Problems that belong to no field of the form. */
function Unplaced({
  fields,
  problems,
}: {
  readonly fields: readonly AskField[];
  readonly problems: readonly SchemaProblem[];
}) {
  const rest = problems.filter((problem) => fields.every((field) => problemAt(field, [problem]) === undefined));
  if (rest.length === 0) return null;
  return (
    <Callout kind="err" title="The reply does not fit the form" role="alert">
      {rest.slice(0, 5).map(({ message, path }) => (
        <p key={`${path} ${message}`}>{message}</p>
      ))}
    </Callout>
  );
}

interface FooterProps {
  readonly serverName: string;
  readonly secrets: boolean;
  readonly disabled: boolean;
  readonly onDecline: () => void;
  readonly onCancel: () => void;
  readonly onAccept: () => void;
  /** Sends a reply that does not fit; undefined while nothing is wrong with it. */
  readonly onAnyway: (() => void) | undefined;
}

function Footer({ serverName, secrets, disabled, onDecline, onCancel, onAccept, onAnyway }: FooterProps) {
  return (
    <>
      {secrets ? (
        <div className="ask-warn">
          <Callout kind="wait" title="This form seems to ask for a secret">
            The protocol forbids asking for secrets in a form. Decline unless this is a test.
          </Callout>
        </div>
      ) : (
        <p className="ask-note">
          <Icon icon={ShieldAlert} size="s" />
          <span>{oneLine(serverName, 60)} receives everything you enter. Never type passwords or keys here.</span>
        </p>
      )}
      <div className="dlg-f ask-f">
        <Button disabled={disabled} onClick={onDecline} title="The server receives the action decline">
          Decline
        </Button>
        <Button variant="quiet" disabled={disabled} onClick={onCancel} title="The server receives the action cancel">
          Cancel request
        </Button>
        <span className="sp" />
        {onAnyway && (
          <Button variant="quiet" disabled={disabled} onClick={onAnyway}>
            Send anyway
          </Button>
        )}
        <Button variant="pri" keys={['mod', 'enter']} disabled={disabled} onClick={onAccept}>
          Accept and send
        </Button>
      </div>
    </>
  );
}
