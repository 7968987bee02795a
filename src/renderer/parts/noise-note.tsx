import { Callout } from '../ui/callout.tsx';

/** Why a line that is no message matters, and what its author can do. */
export function NoiseNote() {
  return (
    <Callout kind="wait" title="The server printed something that is not a message">
      <p>This app skipped it and went on. Other clients may disconnect: this channel carries protocol messages only.</p>
      <p>
        <span className="b5">What to do:</span> send logs to stderr. In Node use console.error, in Python log to
        sys.stderr.
      </p>
    </Callout>
  );
}
