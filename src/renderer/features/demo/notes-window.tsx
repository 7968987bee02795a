import { NotebookText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { openNotes, type PresenterView, type PresenterWish } from './presenter-channel.ts';
import { useDemoKeys } from './use-demo-keys.ts';

const nothing = () => undefined;

/** What only the presenter sees: the notes of the page, what comes next, and the same keys. */
export function NotesWindow() {
  const [view, setView] = useState<PresenterView>();
  const send = useRef<(wish: PresenterWish) => void>(nothing);
  useEffect(() => {
    const ending = new AbortController();
    send.current = openNotes(setView, ending.signal);
    return () => ending.abort();
  }, []);
  useEffect(() => {
    document.title = 'Notes of the demo';
  }, []);
  const wish = (one: PresenterWish) => () => send.current(one);
  const [next, previous, blank, auto] = [wish('next'), wish('previous'), wish('blank'), wish('auto')];
  useDemoKeys({ next, previous, blank, auto, notes: nothing, size: nothing, exit: () => window.close() });
  if (!view)
    return (
      <EmptyState icon={NotebookText} title="No demo is played">
        Start one in the other window. Its notes appear here.
      </EmptyState>
    );
  return (
    <div className="demo-notes">
      <p className="t3 tn">
        <ForeignText text={view.script} limit={60} inert />, step {view.page + 1} of {view.pages}
        {view.auto && ', goes on by itself'}
        {view.blank && ', the stage is blank'}
      </p>
      <h1>
        <ForeignText text={view.title} limit={200} inert />
      </h1>
      <div className="demo-notes-t">
        <ForeignText text={view.notes === '' ? 'No notes for this page.' : view.notes} limit={4000} lines />
      </div>
      {view.problem !== '' && (
        <Callout kind="err" title="This step did not end as expected">
          {view.problem}
        </Callout>
      )}
      <p className="t2">
        {!view.over && !view.held && 'Space: '}
        <ForeignText text={view.next} limit={120} inert />
      </p>
      {view.nextPage !== '' && (
        <p className="t3">
          Then: <ForeignText text={view.nextPage} limit={120} inert />
        </p>
      )}
      <div className="row">
        <Button onClick={previous}>Previous step</Button>
        <Button variant="pri" disabled={view.held} onClick={next}>
          Next step
        </Button>
        <Button onClick={blank}>{view.blank ? 'Show the stage' : 'Blank the stage'}</Button>
      </div>
    </div>
  );
}
