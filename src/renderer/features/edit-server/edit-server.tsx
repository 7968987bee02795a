import { useState } from 'react';
import type { ServerEntry } from '#shared/entities.ts';
import { changesOf } from '../../parts/server-form/changes.ts';
import { draftProblems, isWrong, openInputs } from '../../parts/server-form/draft-problems.ts';
import { ServerForm } from '../../parts/server-form/server-form.tsx';
import { useTakenNames } from '../../parts/server-form/use-taken-names.ts';
import { useEntity, usePage, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { hasMod } from '../../ui/platform.ts';
import { useFocusOnOpen } from '../../ui/use-focus-on-open.ts';
import { ChangeStrip } from './change-strip.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { type Edit, useEdit } from './use-edit.ts';

interface ButtonsProps {
  edit: Edit;
  running: boolean;
  changed: boolean;
  wrong: boolean;
  onClose: () => void;
  onStart: () => void;
}

function Buttons({ edit, running, changed, wrong, onClose, onStart }: ButtonsProps) {
  const stopped = edit.busy || wrong;
  const open = openInputs(edit.draft);
  return (
    <>
      <Button variant="quiet" onClick={onClose}>
        {changed ? 'Close, save later' : 'Close'}
      </Button>
      {wrong ? (
        <Button variant="pri" disabled>
          Fix the marked fields first
        </Button>
      ) : (
        <>
          <Button disabled={stopped} onClick={() => edit.save('nothing')}>
            Save
          </Button>
          <Button
            variant="pri"
            keys={['mod', 'enter']}
            disabled={stopped || open.length > 0}
            title={open.length > 0 ? `Needs: ${open.join(', ').slice(0, 120)}` : undefined}
            onClick={onStart}
          >
            {running ? 'Save and restart' : 'Save and connect'}
          </Button>
        </>
      )}
    </>
  );
}

/** S03. All settings of one server, what would change, and saving with or without a restart. */
export function EditServer({ server }: { server: ServerEntry }) {
  const { page } = useWirebench();
  const { config } = server;
  // A field that was asked for has the focus already.
  const view = useFocusOnOpen();
  const field = usePage((state) => state.review?.field);
  const session = useEntity('session', server.sessionId);
  const running = session !== undefined && session.state.at !== 'closed';
  const edit = useEdit(config);
  const { draft } = edit;
  const taken = useTakenNames(server.id);
  const problems = draftProblems(draft, taken);
  const changes = changesOf(config, draft);
  const [exporting, setExporting] = useState(false);
  const close = () => page.getState().selectServer(server.id);
  const start = () => edit.save(running ? 'restart' : 'start');
  const ready = !edit.busy && !isWrong(problems) && openInputs(draft).length === 0;
  return (
    <main
      {...view}
      className="ws edit"
      aria-label={`Edit ${config.name}`}
      onKeyDownCapture={(event) => {
        if (event.key !== 'Enter' || !hasMod(event) || exporting) return;
        event.preventDefault();
        event.stopPropagation();
        if (ready) start();
      }}
    >
      <div className="ws-h">
        <h1 className="el">
          Edit <ForeignText text={config.name} limit={128} inert />
        </h1>
        <span className="meta">{running ? 'The running session keeps its settings until it is restarted' : ''}</span>
        <span className="sp" />
        <Button size="sm" variant="quiet" onClick={() => setExporting(true)}>
          Show as JSON
        </Button>
      </div>
      <div className="edit-b">
        <ServerForm draft={draft} problems={problems} editable field={field} onDraft={edit.change} />
      </div>
      <div className="edit-f">
        {edit.error !== undefined && (
          <Callout kind="err" role="alert" title="The settings were not saved">
            <p>{edit.error}</p>
          </Callout>
        )}
        <ChangeStrip changes={changes} onDiscard={edit.discard} />
        <div className="row">
          <span className="sp" />
          <Buttons
            edit={edit}
            running={running}
            changed={changes.length > 0}
            wrong={isWrong(problems)}
            onClose={close}
            onStart={start}
          />
        </div>
      </div>
      {exporting && <ExportDialog config={config} unsaved={changes.length > 0} onClose={() => setExporting(false)} />}
    </main>
  );
}
