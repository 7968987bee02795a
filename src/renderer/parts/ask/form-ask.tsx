import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import type { PendingReply, SchemaProblem } from '#shared/contract.ts';
import type { PendingInput } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { isJsonObject, parseJson, plainJson, writeJson } from '#shared/exact-json.ts';
import { type JsonObject, textAt } from '#shared/json.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { plural } from '../../ui/format.ts';
import { hasMod } from '../../ui/platform.ts';
import { notAllowed } from './allowed-form.ts';
import { AlwaysMenu } from './always-menu.tsx';
import { AskFrame, type AskView } from './ask-frame.tsx';
import { formDraft } from './form-draft.ts';
import { FormField } from './form-field.tsx';
import { FormFooter } from './form-footer.tsx';
import { accepted, problemWords, readReply, replyText, type WrittenReply } from './form-reply.ts';
import { type AskField, askFields, entriesFor, type FormEntries, problemAt, readForm } from './form-values.ts';
import { ReplyJson } from './reply-json.tsx';
import { SavedMenu } from './saved-menu.tsx';
import { ServerMessage } from './server-message.tsx';
import { type Answer, useAnswer } from './use-answer.ts';
import { useDraft } from './use-draft.ts';
import { useSavedReplies } from './use-saved-replies.ts';

export interface AskProps {
  readonly ask: PendingInput;
  readonly serverName: string;
  /** Puts the ask aside, unanswered. */
  readonly onKeep: () => void;
  readonly onSent: () => void;
  /** It came by itself in the place of the call's arguments: what takes the whole window waits until it is asked for. */
  readonly inPlace?: boolean;
}

function useForm(ask: PendingInput, onSent: () => void) {
  const { link } = useWirebench();
  const { announce } = useFeedback();
  const schema = ask.params.requestedSchema;
  const fields = useMemo(() => askFields(schema), [schema]);
  const kind = useMemo(() => formDraft(fields, schema), [fields, schema]);
  const [draft, change] = useDraft(ask.id, kind);
  const [view, setView] = useState<AskView>('form');
  const [problems, setProblems] = useState<readonly SchemaProblem[]>([]);
  const answer = useAnswer(ask, onSent);
  const { content, problems: typed } = readForm(fields, draft.entries);
  const text = draft.json ?? replyText(content);
  const written = readReply(text);
  const asJson = view === 'json' || draft.json !== undefined;
  const found = (all: readonly SchemaProblem[], at: AskView) => {
    setProblems(all);
    change({ problems: all.length });
    if (all.length === 0) return true;
    announce(`${plural(all.length, 'problem')} in the reply`, 'assertive');
    setView(at);
    return false;
  };
  const check = async (value: JsonObject) =>
    (await link.client()['schema.check']({ schema, value: plainJson(value) })).problems;
  const accept = async () => {
    if (asJson) {
      if (!written.reply) return setView('json');
      if (found(written.content ? await check(written.content) : [], 'json')) answer.send(written.reply);
      return;
    }
    const checked = await check(content);
    const all = [...typed, ...checked.filter(({ path }) => !typed.some((one) => one.path === path))];
    if (found(all, 'form')) answer.send(accepted(content));
  };
  const edit = (field: AskField, entry: FormEntries[string]) => {
    const mine = problemAt(field, problems);
    const rest = mine === undefined ? problems : problems.filter(({ message }) => message !== mine);
    change({ entries: { ...draft.entries, [field.name]: entry }, json: undefined, problems: rest.length });
    setProblems(rest);
  };
  const write = (json: string) => {
    setProblems([]);
    change({ json, problems: 0 });
  };
  const use = (saved: string) => {
    const given = parseJson(saved);
    setProblems([]);
    if (isJsonObject(given)) change({ entries: entriesFor(fields, given), json: undefined, problems: 0 });
  };
  const kept = asJson ? written.content : content;
  return {
    ...{ fields, draft, view, setView, problems, answer, text, written, asJson, edit, write, use, schema },
    accept: () => void accept().catch((error: unknown) => setProblems([asProblem(error)])),
    anyway: wayAround({ asJson, written, content, problems, answer }),
    /** What would be saved under a name. */
    savable: kept && writeJson(kept),
  };
}

function asProblem(error: unknown): SchemaProblem {
  return { path: '', message: messageOf(error), keyword: 'check' };
}

interface Around {
  readonly asJson: boolean;
  readonly written: WrittenReply;
  readonly content: JsonObject;
  readonly problems: readonly SchemaProblem[];
  readonly answer: Answer;
}

/** Sends what does not fit; undefined while nothing is wrong with it, or it cannot be sent at all. */
function wayAround({ asJson, written, content, problems, answer }: Around): (() => void) | undefined {
  const wrong = problems.length > 0 || (asJson && written.problem !== undefined);
  const reply: PendingReply | undefined = asJson ? written.exact : accepted(content);
  return wrong && reply ? () => answer.send(reply) : undefined;
}

/** S24. A form that a server asks a person to fill in. */
export function FormAsk({ ask, serverName, onKeep, onSent }: AskProps) {
  const form = useForm(ask, onSent);
  const saved = useSavedReplies(ask);
  const body = useRef<HTMLDivElement>(null);
  const { fields, view, problems, answer } = form;
  useFocusOnProblem(body, fields, problems);
  const waiting = ask.status === 'waiting';
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !hasMod(event) || !waiting) return;
    event.preventDefault();
    // Keys that are still held from the run which led here answer nothing.
    if (!event.repeat) form.accept();
  };
  return (
    <div className="ask" ref={body} {...{ onKeyDown }}>
      <AskFrame
        {...{ ask, serverName, view, onKeep }}
        onView={form.setView}
        formLabel="Form"
        folded
        tools={
          waiting && (
            <>
              <SavedMenu saved={saved} text={form.savable} onUse={form.use} />
              <AlwaysMenu ask={ask} reply={form.savable} compact />
            </>
          )
        }
        problem={answer.problem}
        footer={
          <FormFooter
            serverName={serverName}
            secrets={fields.some(({ secret }) => secret)}
            disabled={!waiting || answer.sending}
            onDecline={() => answer.send({ action: 'decline' })}
            onCancel={() => answer.send({ action: 'cancel' })}
            onAccept={form.accept}
            onAnyway={form.anyway}
          />
        }
      >
        {view === 'json' ? (
          <ReplyJson text={form.text} onText={form.write} problem={form.written.problem ?? problemWords(problems)} />
        ) : (
          <Fields form={form} message={textAt(ask.params, 'message')} />
        )}
      </AskFrame>
    </div>
  );
}

interface FieldsProps {
  readonly form: ReturnType<typeof useForm>;
  readonly message: string | undefined;
}

function Fields({ form, message }: FieldsProps) {
  const { fields, problems, draft, schema } = form;
  const remarks = useMemo(() => notAllowed(schema), [schema]);
  return (
    <>
      {message !== undefined && <ServerMessage text={message} />}
      {remarks.length > 0 && (
        <Callout kind="wait" title="The protocol does not allow this form">
          {remarks.map((remark) => (
            <p key={remark}>{remark}</p>
          ))}
          <p>What can be drawn is drawn. The rest is written as JSON.</p>
        </Callout>
      )}
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
          onEntry={(entry) => form.edit(field, entry)}
          problem={problemAt(field, problems)}
          problems={problems}
        />
      ))}
      {fields.length === 0 && <p className="t2 fs12">The form has no fields. Accept sends an empty reply.</p>}
    </>
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
