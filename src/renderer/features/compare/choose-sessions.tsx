import { useState } from 'react';
import { useLoad, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select } from '../../ui/select.tsx';
import { keptSessionWords } from './kept-session-words.ts';

interface ChooseSessionsProps {
  serverId: string;
  name: string;
  onClose: () => void;
}

/** Chooses two sessions of a server to compare what it offered in them. */
export function ChooseSessions({ serverId, name, onClose }: ChooseSessionsProps) {
  const { page } = useWirebench();
  const { value, error } = useLoad(serverId, (host) => host['session.kept']({ serverId }));
  const [chosen, setChosen] = useState<{ a?: string; b?: string }>({});
  const sessions = value?.sessions ?? [];
  const a = chosen.a ?? sessions[1]?.id ?? '';
  const b = chosen.b ?? sessions[0]?.id ?? '';
  const options = sessions.map((session) => ({ value: session.id, label: keptSessionWords(session) }));
  const ready = a !== '' && b !== '' && a !== b;
  // The dialog opens with its fields, so that the first of them has the focus.
  if (!value && error === undefined) return null;
  const compare = () => {
    onClose();
    page.getState().openCompare({ of: 'session', sessionId: a }, { of: 'session', sessionId: b });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Compare two sessions of ${name}`}
      description="What the server said of itself, and its tools, resources and prompts."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="pri" disabled={!ready} onClick={compare}>
            Compare
          </Button>
        </>
      }
    >
      {error !== undefined && (
        <Callout kind="err" title="The sessions could not be listed">
          <p>{error}</p>
        </Callout>
      )}
      {value && sessions.length < 2 && (
        <Callout kind="ntf" title="There is only one session">
          <p>Start the server again, then the two can be compared.</p>
        </Callout>
      )}
      {sessions.length >= 2 && (
        <div className="form">
          <Field label="A">
            {(control) => (
              <Select
                {...control}
                value={a}
                options={options}
                onValue={(id) => setChosen((old) => ({ ...old, a: id }))}
              />
            )}
          </Field>
          <Field label="B" error={a === b ? 'Choose another session than A.' : undefined}>
            {(control) => (
              <Select
                {...control}
                value={b}
                options={options}
                onValue={(id) => setChosen((old) => ({ ...old, b: id }))}
              />
            )}
          </Field>
        </div>
      )}
    </Dialog>
  );
}
