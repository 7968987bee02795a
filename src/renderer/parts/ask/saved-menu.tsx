import { ChevronDown, Star, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { Button } from '../../ui/button.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { SavedReplies } from './use-saved-replies.ts';

const NAME_CHARS = 100;
const PREVIEW = 80;

export interface SavedMenuProps {
  readonly saved: SavedReplies;
  /** JSON text of what is in the form now; undefined while it is no object. */
  readonly text: string | undefined;
  readonly onUse: (text: string) => void;
}

/** Replies kept under names for asks like this one: choosing one fills the form, nothing is sent. */
export function SavedMenu({ saved, text, onUse }: SavedMenuProps) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label="Saved replies"
      open={open}
      onOpen={setOpen}
      trigger={
        <Button size="sm" variant="quiet" icon={Star} iconAfter={ChevronDown}>
          Saved replies
        </Button>
      }
    >
      <div className="replies">
        {saved.list.length === 0 && <p className="fs12 t3">No reply is saved for this form yet.</p>}
        <ul aria-label="Saved replies">
          {saved.list.map((one) => (
            <li key={one.id} className="row">
              <button
                type="button"
                className="li grow replies-r"
                onClick={() => {
                  setOpen(false);
                  onUse(one.text);
                }}
              >
                <span className="b5 el">
                  <ForeignText text={one.name} limit={NAME_CHARS} inert />
                </span>
                <span className="mono t3 fs11 el">
                  <ForeignText text={one.text} limit={PREVIEW} inert />
                </span>
                {one.leftOut && <span className="fs11 t3">without {plural(one.leftOut.length, 'secret')}</span>}
              </button>
              <IconButton size="sm" icon={Trash2} label={`Forget ${one.name}`} onClick={() => saved.remove(one.id)} />
            </li>
          ))}
        </ul>
        <SaveReply {...{ saved, text }} />
      </div>
    </Popover>
  );
}

function SaveReply({ saved, text }: Pick<SavedMenuProps, 'saved' | 'text'>) {
  const { announce } = useFeedback();
  const [name, setName] = useState('');
  const [told, setTold] = useState<{ text: string; failed: boolean }>();
  const wanted = name.trim();
  const known = saved.list.some((one) => one.name === wanted);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (text === undefined || wanted === '') return;
    saved.save(wanted, text).then(
      (leftOut) => {
        setName('');
        const without = leftOut.length === 0 ? '' : `, without ${leftOut.map((one) => one.slice(1)).join(', ')}`;
        setTold({ text: `Saved ${wanted}${without}.`, failed: false });
        announce(`Saved ${wanted}${without}`);
      },
      (error: unknown) => setTold({ text: messageOf(error), failed: true }),
    );
  };
  return (
    <form className="replies-f" onSubmit={save}>
      <TextInput
        value={name}
        onValue={setName}
        maxLength={NAME_CHARS}
        aria-label="Name of the reply"
        placeholder="Save this one as"
      />
      <Button size="sm" type="submit" disabled={text === undefined || wanted === ''}>
        {known ? 'Replace' : 'Save'}
      </Button>
      {told && <p className={told.failed ? 'c-err fs11' : 'fs11 t2'}>{told.text}</p>}
      <p className="fs11 t3">Kept on this computer for the same server, tool and form, never secrets.</p>
    </form>
  );
}
