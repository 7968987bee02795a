import { useId, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { Root } from '#shared/roots.ts';
import { useHost } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';

export interface AddRootProps {
  readonly kind: 'folder' | 'address';
  /** Those that are there already. */
  readonly roots: readonly Root[];
  readonly onAdd: (root: Root) => void;
  readonly onClose: () => void;
}

const WORDS = {
  folder: { title: 'Add a folder', label: 'Folder', hint: 'The whole path. ~ is your home folder.' },
  address: { title: 'Add an address', label: 'Address', hint: 'A whole address, such as file:///home/maya/code.' },
} as const;

interface Found {
  readonly root: Root;
  /** Why it is odd; it can be added all the same. */
  readonly doubt?: string;
}

function readAddress(text: string): Found | string {
  if (!URL.canParse(text)) return 'This is not a whole address. It begins with a scheme, such as file:///.';
  const { protocol } = new URL(text);
  if (protocol === 'file:') return { root: { uri: text } };
  const doubt = `The protocol knows only file addresses. A server may refuse one that begins with ${protocol.slice(0, 40)}`;
  return { root: { uri: text }, doubt };
}

/** Asks for a folder by its path, or for any address. What is odd is said first, and added with a second press. */
export function AddRoot({ kind, roots, onAdd, onClose }: AddRootProps) {
  const host = useHost();
  const formId = useId();
  const [text, setText] = useState('');
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const [doubted, setDoubted] = useState<Found>();
  const { title, label, hint } = WORDS[kind];
  const type = (next: string) => {
    setText(next);
    setError(undefined);
    setDoubted(undefined);
  };
  const read = async (): Promise<Found | string> => {
    const wanted = text.trim();
    if (wanted === '') return `Write ${kind === 'folder' ? 'the path of a folder' : 'an address'}.`;
    if (kind === 'address') return readAddress(wanted);
    const { trouble, ...root } = await host['root.fromPath']({ path: wanted });
    return { root, ...(trouble === undefined ? {} : { doubt: `${trouble} on this computer.` }) };
  };
  const take = (found: Found) => {
    const given = name.trim();
    onAdd(given === '' ? found.root : { ...found.root, name: given });
    onClose();
  };
  const submit = async () => {
    if (doubted) return take(doubted);
    const found = await read();
    if (typeof found === 'string') setError(found);
    else if (roots.some(({ uri }) => uri === found.root.uri)) setError('This address is in the list already.');
    else if (found.doubt === undefined) take(found);
    else setDoubted(found);
  };
  const press = () => void submit().catch((reason: unknown) => setError(messageOf(reason)));
  return (
    <Dialog
      open
      holds={text !== ''}
      onOpenChange={(shown) => shown || onClose()}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="pri" type="submit" form={formId}>
            {doubted ? 'Add anyway' : 'Add'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          press();
        }}
      >
        <Field label={label} hint={hint} error={error}>
          {(control) => <TextInput {...control} mono maxLength={4096} value={text} onValue={type} />}
        </Field>
        <Field label="Name" type="optional" hint="Servers see it too.">
          {(control) => <TextInput {...control} maxLength={200} value={name} onValue={setName} />}
        </Field>
        {doubted?.doubt !== undefined && (
          <Callout kind="wait" title="Look at this first" role="alert">
            {doubted.doubt}
          </Callout>
        )}
      </form>
    </Dialog>
  );
}
