import { EyeOff, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Field } from '../../ui/field.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Popover } from '../../ui/popover.tsx';
import { TextInput } from '../../ui/text-input.tsx';

const MAX_PATH = 1000;

export interface IgnorePathsProps {
  paths: readonly string[];
  /** Path of the difference that is chosen. */
  chosen: string | undefined;
  onPaths: (paths: readonly string[]) => void;
}

// The same path for every item of the list it leads through last.
function forEveryItem(path: string): string | undefined {
  const parts = path.split('/');
  return parts.length < 4 ? undefined : [...parts.slice(0, -2), '*', parts.at(-1)].join('/');
}

function problemOf(path: string, paths: readonly string[]): string | undefined {
  if (!path.startsWith('/')) return 'A path begins with a slash, like /orders/*/updated_at.';
  if (path.length > MAX_PATH) return 'A path has at most 1,000 characters.';
  return paths.includes(path) ? 'This path is ignored already.' : undefined;
}

function Ignored({ paths, onPaths }: Pick<IgnorePathsProps, 'paths' | 'onPaths'>) {
  if (paths.length === 0) return null;
  return (
    <ul className="cmp-ign" aria-label="Ignored paths">
      {paths.map((path) => (
        <li key={path} className="row">
          <span className="mono fs12 el">
            <ForeignText text={path} limit={200} inert />
          </span>
          <span className="sp" />
          <IconButton
            icon={X}
            size="sm"
            label={`Do not ignore ${path.slice(0, 60)}`}
            onClick={() => onPaths(paths.filter((one) => one !== path))}
          />
        </li>
      ))}
    </ul>
  );
}

function Form({ paths, chosen, onPaths }: IgnorePathsProps) {
  const [path, setPath] = useState(chosen ?? '/');
  const [asked, setAsked] = useState(false);
  const problem = problemOf(path, paths);
  const wide = forEveryItem(path);
  const add = (event: FormEvent) => {
    event.preventDefault();
    setAsked(true);
    if (problem !== undefined) return;
    onPaths([...paths, path]);
    setPath('/');
    setAsked(false);
  };
  return (
    <form className="cmp-pop" onSubmit={add}>
      <Field
        label="Path"
        hint="What lies under it is not compared. * stands for any one key or item."
        error={asked ? problem : undefined}
      >
        {(control) => <TextInput {...control} mono value={path} onValue={setPath} />}
      </Field>
      <div className="row">
        {wide !== undefined && (
          <Button size="sm" variant="quiet" onClick={() => setPath(wide)}>
            Every item
          </Button>
        )}
        <span className="sp" />
        <Button size="sm" variant="pri" type="submit">
          Ignore
        </Button>
      </div>
      <Ignored paths={paths} onPaths={onPaths} />
      <p className="fs12 t3">Remembered for this tool or list of this server.</p>
    </form>
  );
}

/** Leaves paths such as times and ids out of the comparison, and takes them back. */
export function IgnorePaths(props: IgnorePathsProps) {
  const { paths } = props;
  return (
    <Popover
      label="Ignored paths"
      trigger={
        <Button size="sm" variant="quiet" icon={EyeOff}>
          {paths.length === 0 ? 'Ignore a path' : `${paths.length} ignored`}
        </Button>
      }
    >
      <Form {...props} />
    </Popover>
  );
}
