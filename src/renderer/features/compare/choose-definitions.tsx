import { useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { textAt } from '#shared/json.ts';
import type { Session } from '#shared/session.ts';
import { useCatalog } from '../../parts/use-catalog.ts';
import { useEntities, useLoad, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field } from '../../ui/field.tsx';
import { Select, type SelectOption } from '../../ui/select.tsx';
import { keptSessionWords } from './kept-session-words.ts';

export interface ChooseDefinitionsProps {
  /** The session that is shown. */
  readonly session: Session;
  /** The tool to begin with. */
  readonly name: string | undefined;
  readonly onClose: () => void;
}

/** Tools that are offered in one list. */
const MOST = 2000;
const NAME_CHARS = 80;

/** Sessions that run now, that of the shown server first. */
function useRunning({ id }: Session): Session[] {
  const all = useEntities(
    useShallow((state) =>
      [...state.server.values()]
        .sort((a, b) => a.order - b.order)
        .flatMap(({ sessionId }) => (sessionId === undefined ? [] : (state.session.get(sessionId) ?? [])))
        .filter(({ state: { at } }) => at === 'ready'),
    ),
  );
  return [...all.filter((one) => one.id === id), ...all.filter((one) => one.id !== id)];
}

function useToolOptions(sessionId: string): { options: SelectOption[]; error: string | undefined } {
  const { items, error } = useCatalog(sessionId, 'tools');
  const names = items.flatMap((item) => textAt(item, 'name') ?? []).slice(0, MOST);
  return { options: names.map((value) => ({ value, label: value.slice(0, NAME_CHARS) })), error };
}

/** Chooses two tool definitions: of one server, of two that are connected, or of one tool now and in an earlier session. */
export function ChooseDefinitions({ session, name, onClose }: ChooseDefinitionsProps) {
  const { page } = useWirebench();
  const running = useRunning(session);
  const kept = useLoad(session.serverId, (host) => host['session.kept']({ serverId: session.serverId }));
  const [a, setA] = useState(name);
  const [place, setPlace] = useState(session.id);
  const [other, setOther] = useState<string>();
  const own = useToolOptions(session.id);
  const theirs = useToolOptions(place);
  const earlier = (kept.value?.sessions ?? []).filter(({ id }) => !running.some((one) => one.id === id));
  const isEarlier = earlier.some(({ id }) => id === place);
  const b = isEarlier ? a : other;
  const same = place === session.id && a !== undefined && a === b;
  const places = [
    ...running.map((one) => ({ value: one.id, label: `${one.config.name}, now` })),
    ...earlier.map((one) => ({ value: one.id, label: `${session.config.name}, ${keptSessionWords(one)}` })),
  ];
  const compare = () => {
    if (a === undefined || b === undefined) return;
    onClose();
    const side = (sessionId: string, of: string) => ({ of: 'catalog', sessionId, kind: 'tools', name: of }) as const;
    page.getState().openCompare(side(session.id, a), side(place, b));
  };
  const problem = own.error ?? theirs.error ?? kept.error;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Compare two tool definitions"
      description={`A is a tool of ${session.config.name} as it is now.`}
      footer={
        <>
          <span className="sp" />
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="pri" disabled={a === undefined || b === undefined || same} onClick={compare}>
            Compare
          </Button>
        </>
      }
    >
      <div className="form">
        {problem !== undefined && <Callout kind="err" title={problem.slice(0, 600)} />}
        <Field label="A">
          {(control) => (
            <Select
              {...control}
              mono
              value={a ?? ''}
              placeholder="Choose a tool"
              options={own.options}
              onValue={setA}
            />
          )}
        </Field>
        <Field label="B is of">
          {(control) => <Select {...control} value={place} options={places} onValue={setPlace} />}
        </Field>
        {isEarlier ? (
          <p className="fs12 t2">The tool of the same name, as it was listed then.</p>
        ) : (
          <Field label="B" error={same ? 'Choose another tool than A, or another place for B.' : undefined}>
            {(control) => (
              <Select
                {...control}
                mono
                value={other ?? ''}
                placeholder="Choose a tool"
                options={theirs.options}
                onValue={setOther}
              />
            )}
          </Field>
        )}
      </div>
    </Dialog>
  );
}
