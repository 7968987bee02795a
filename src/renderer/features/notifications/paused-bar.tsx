import { Button } from '../../ui/button.tsx';

/** Says that rows are held back, and how many. */
export function PausedBar({ missed, onGoOn }: { readonly missed: number; readonly onGoOn: () => void }) {
  return (
    <div className="row strip paused">
      <span className="grow">View paused, still capturing, {missed.toLocaleString('en-US')} new</span>
      <Button size="sm" variant="quiet" onClick={onGoOn}>
        Go on
      </Button>
    </div>
  );
}
