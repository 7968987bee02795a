import { type ReactNode, useMemo } from 'react';
import { type JsonObject, textAt } from '#shared/json.ts';
import { isSecretArgument } from '#shared/secret-names.ts';
import type { Session } from '#shared/session.ts';
import { CompletionInput } from '../../parts/completion-input.tsx';
import { readDraft } from '../../parts/read-draft.ts';
import { useCompletion } from '../../parts/use-completion.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { CodeBox } from '../../ui/code-box.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Field } from '../../ui/field.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { hasMod } from '../../ui/platform.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { expandTemplate, readTemplate } from './uri-template.ts';

interface TemplatePaneProps {
  readonly serverId: string;
  readonly session: Session;
  readonly template: string;
  readonly item: JsonObject;
  /** Under the head line. */
  readonly notice: ReactNode;
  /** Reads the address that came out. */
  readonly onRead: (uri: string) => void;
}

/** A template of addresses: its variables as a form, and the address they make. */
export function TemplatePane({ serverId, session, template, item, notice, onRead }: TemplatePaneProps) {
  const { page } = useWirebench();
  const { variables, problem } = useMemo(() => readTemplate(template), [template]);
  const draftKey = `${serverId}/resources/${template}`;
  const values = readDraft(usePage((state) => state.heldDrafts[draftKey] ?? state.drafts[draftKey]));
  const setValues = (next: Record<string, string>) => {
    const secret = Object.entries(next).some(([name, typed]) => typed !== '' && isSecretArgument(name));
    page.getState().draft(draftKey, JSON.stringify(next), secret);
  };
  const offered = session.hello?.capabilities.completions !== undefined && session.state.at === 'ready';
  const complete = useCompletion(session.id, { type: 'ref/resource', uri: template }, offered);
  const uri = problem === undefined ? expandTemplate(template, variables, values) : undefined;
  const description = textAt(item, 'description');
  const read = () => uri !== undefined && uri !== '' && onRead(uri);
  const filled = variables.length === 0 || variables.some(({ name }) => (values[name] ?? '') !== '');
  const able = uri !== undefined && session.state.at === 'ready' && filled;
  return (
    <section className="pane" aria-label="Template">
      <div className="pane-h tall">
        <h2 className="mono el" title={template}>
          <ForeignText text={template} limit={128} inert />
        </h2>
      </div>
      {notice}
      <form
        className="pane-b scroll pad form narrow"
        aria-label="Variables"
        onKeyDown={(event) => {
          // Enter alone is taken by the suggestions, and in a text area it is a line break.
          if (event.key !== 'Enter' || !hasMod(event) || !able) return;
          event.preventDefault();
          read();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          read();
        }}
      >
        {description !== undefined && (
          <p className="t2 fs12">
            <ForeignText text={description} />
          </p>
        )}
        {problem !== undefined && (
          <Callout kind="err" title="This template cannot be filled in">
            <p>{problem}</p>
            <p>Paste the whole address into the filter of the list instead.</p>
          </Callout>
        )}
        {problem === undefined && (
          <CodeBox
            title="Address"
            actions={uri !== undefined && <CopyButton compact label="Copy address" text={() => uri} />}
          >
            <p className="block-b mono">
              {uri === undefined ? (
                <span className="t3">These values make no address: they hold half a character.</span>
              ) : (
                <ForeignText text={uri} limit={2000} />
              )}
            </p>
          </CodeBox>
        )}
        {variables.map(({ name, several, note }) => (
          <Field key={name} name={name} type="string" hint={note}>
            {(control) =>
              several ? (
                <TextArea
                  {...control}
                  value={values[name] ?? ''}
                  onValue={(value) => setValues({ ...values, [name]: value })}
                  placeholder="One value, or key=value, per line"
                />
              ) : (
                <CompletionInput
                  control={control}
                  name={name}
                  value={values[name] ?? ''}
                  onValue={(value) => setValues({ ...values, [name]: value })}
                  others={values}
                  complete={complete}
                />
              )
            }
          </Field>
        ))}
        <div>
          <Button variant="pri" type="submit" keys={['mod', 'enter']} disabled={!able}>
            Read
          </Button>
        </div>
      </form>
    </section>
  );
}
