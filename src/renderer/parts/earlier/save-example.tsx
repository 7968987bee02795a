import { Star } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { exampleName } from './earlier-words.ts';
import type { Earlier } from './use-earlier.ts';

export interface SaveExampleProps {
  readonly earlier: Earlier;
  readonly text: string;
  /** Nothing can be saved while the text is no JSON object. */
  readonly disabled: boolean;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  /** Only the icon. */
  readonly compact: boolean;
}

const NAME_CHARS = 100;

/** Keeps the arguments in the form under a name, for this tool or prompt. */
export function SaveExample({ earlier, text, disabled, open, onOpen, compact }: SaveExampleProps) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const suggested = exampleName(text);
  const wanted = name.trim() === '' ? suggested : name.trim();
  const known = earlier.list.examples.some((one) => one.name === wanted);
  const save = (event: FormEvent) => {
    event.preventDefault();
    earlier.save(wanted, text.trim() === '' ? '{}' : text).then(
      () => {
        setName('');
        setProblem(undefined);
        onOpen(false);
      },
      (error: unknown) => setProblem(messageOf(error)),
    );
  };
  return (
    <Popover
      label="Save these arguments"
      open={open && !disabled}
      onOpen={onOpen}
      trigger={
        compact ? (
          <IconButton icon={Star} label="Save" disabled={disabled} />
        ) : (
          <Button icon={Star} disabled={disabled}>
            Save
          </Button>
        )
      }
    >
      <form className="save-example" onSubmit={save}>
        <TextInput
          value={name}
          onValue={setName}
          maxLength={NAME_CHARS}
          aria-label="Name of the example"
          placeholder={suggested}
        />
        <Button size="sm" type="submit">
          {known ? 'Replace' : 'Save'}
        </Button>
        {problem !== undefined && <p className="c-err fs11">{problem}</p>}
        <p className="fs11 t3">
          {known
            ? 'An example of this name is there already.'
            : `Kept for this ${earlier.of} on this computer, without secrets.`}
        </p>
      </form>
    </Popover>
  );
}
