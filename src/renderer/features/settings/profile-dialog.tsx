import { type FormEvent, useId, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { useHost } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { TextInput } from '../../ui/text-input.tsx';

/** The profile that gets a name: the one of the id, a copy, or a new one. */
export interface ProfileName {
  readonly id?: string;
  readonly copyOf?: string;
  readonly name: string;
}

/** Asks for the name of a profile. What was typed stays when saving fails. */
export function ProfileDialog({ start, onClose }: { readonly start: ProfileName; readonly onClose: () => void }) {
  const host = useHost();
  const formId = useId();
  const [name, setName] = useState(start.name);
  const [problem, setProblem] = useState<string>();
  const save = (event: FormEvent) => {
    event.preventDefault();
    host['profile.save']({ ...start, name }).then(onClose, (error: unknown) => setProblem(messageOf(error)));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={start.id === undefined ? 'New profile' : 'Rename the profile'}
      width={400}
      holds
      footer={
        <>
          <span className="sp" />
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="pri" type="submit" form={formId} disabled={name.trim() === ''}>
            Save
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save}>
        <Field label="Name" required="required" error={problem}>
          {(control) => <TextInput {...control} value={name} maxLength={64} onValue={setName} />}
        </Field>
      </form>
    </Dialog>
  );
}
