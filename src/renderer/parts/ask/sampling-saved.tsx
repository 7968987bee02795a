import { Star, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { PendingInput } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { parsedObject, textAt } from '#shared/json.ts';
import type { SavedReply } from '#shared/saved-replies.ts';
import { useEntity } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { messageBlocks } from '../models/token-count.ts';
import { REPLY_VARIABLES, withVariables } from './reply-variables.ts';
import { type ChangeDraft, keptOf, replyFields, type SamplingDraft } from './sampling-draft.ts';
import { type SavedReplies, savedFor } from './use-saved-replies.ts';

const NAME_CHARS = 100;

/** The text of a saved result, or what kind of block it begins with. */
function previewOf(text: string): string {
  const [block] = messageBlocks(parsedObject(text));
  return textAt(block, 'text') ?? (textAt(block, 'name') !== undefined ? `uses ${textAt(block, 'name')}` : text);
}

interface SavedSourceProps {
  readonly ask: PendingInput;
  readonly saved: SavedReplies;
  readonly draft: SamplingDraft;
  readonly onDraft: ChangeDraft;
}

/** Replies kept under names. One that is chosen goes into the editor, its variables filled in; nothing is sent. */
export function SavedSource({ ask, saved, draft, onDraft }: SavedSourceProps) {
  const { announce, toast } = useFeedback();
  const operation = useEntity('operation', ask.operationId);
  const use = ({ name, text }: SavedReply) => {
    const result = parsedObject(text);
    if (!result) return toast(`The saved reply ${name} is no JSON object. It was not used.`);
    const filled = withVariables(result, ask.params, savedFor(ask, operation).tool);
    const fields = replyFields(filled);
    onDraft({ ...fields, before: keptOf(draft), source: fields.json === undefined ? 'write' : 'json' });
    announce(`${name} is in the editor`);
  };
  return (
    <>
      {saved.list.length === 0 && (
        <p className="t2 fs12">Nothing is saved for this tool yet. Write a reply and press Save reply.</p>
      )}
      <ul className="saved ask-saved" aria-label="Saved replies">
        {saved.list.map((one) => (
          <li key={one.id} className="row">
            <button type="button" className="li grow" onClick={() => use(one)}>
              <span className="b5 el">
                <ForeignText text={one.name} limit={NAME_CHARS} inert />
              </span>
              <span className="t3 fs11 el">
                <ForeignText text={previewOf(one.text)} limit={200} inert />
              </span>
            </button>
            <IconButton size="sm" icon={Trash2} label={`Forget ${one.name}`} onClick={() => saved.remove(one.id)} />
          </li>
        ))}
      </ul>
      <p className="fs11 t3">
        In a saved reply <code className="mono">{REPLY_VARIABLES[0]}</code> stands for the text of the last message and{' '}
        <code className="mono">{REPLY_VARIABLES[1]}</code> for the tool that asks.
      </p>
    </>
  );
}

interface SaveReplyProps {
  readonly saved: SavedReplies;
  /** JSON text of the result; undefined while there is nothing to save. */
  readonly text: string | undefined;
}

/** Keeps the reply in the editor under a name. */
export function SaveReply({ saved, text }: SaveReplyProps) {
  const { toast } = useFeedback();
  const [open, setOpen] = useState(false);
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const wanted = name.trim();
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (text === undefined || wanted === '') return;
    saved.save(wanted, text).then(
      (leftOut) => {
        setOpen(false);
        setName('');
        setProblem(undefined);
        const without = leftOut.length === 0 ? '' : `, without ${leftOut.map((one) => one.slice(1)).join(', ')}`;
        toast(`Saved ${wanted}${without}`);
      },
      (error: unknown) => setProblem(messageOf(error)),
    );
  };
  return (
    <Popover
      label="Save reply"
      open={open}
      onOpen={setOpen}
      trigger={
        <Button icon={Star} disabled={text === undefined} className="ask-aside">
          Save reply
        </Button>
      }
    >
      <form className="save-example" onSubmit={save}>
        <TextInput
          value={name}
          onValue={setName}
          maxLength={NAME_CHARS}
          aria-label="Name of the reply"
          placeholder="Save this reply as"
        />
        <Button size="sm" type="submit" disabled={wanted === ''}>
          {saved.list.some((one) => one.name === wanted) ? 'Replace' : 'Save'}
        </Button>
        {problem !== undefined && (
          <p className="c-err fs11" role="alert">
            {problem}
          </p>
        )}
        <p className="fs11 t3">Kept on this computer for the same server and tool, never secrets.</p>
      </form>
    </Popover>
  );
}
