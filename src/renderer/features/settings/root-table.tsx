import { X } from 'lucide-react';
import { useState } from 'react';
import type { Root } from '#shared/roots.ts';
import { Checkbox } from '../../ui/checkbox.tsx';
import { cx } from '../../ui/cx.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { SentTo } from './sent-to.tsx';

export interface RootTableProps {
  readonly roots: readonly Root[];
  /** By address. */
  readonly troubles: ReadonlyMap<string, string>;
  /** Saves the changed list; `words` says what was done. */
  readonly onChange: (words: string, roots: readonly Root[]) => void;
}

const nameOf = ({ name, uri }: Root) => (name === undefined || name === '' ? uri : name);

/** The roots, one row each. */
export function RootTable({ roots, troubles, onChange }: RootTableProps) {
  const change = (place: number, words: string, root: Root) => onChange(words, roots.with(place, root));
  return (
    <table className="tbl roots" aria-label="Roots">
      <thead>
        <tr>
          <th>
            <span className="vh">On</span>
          </th>
          <th>Name</th>
          <th>Address</th>
          <th>Sent to</th>
          <th>
            <span className="vh">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {roots.map((root, place) => (
          <Row
            key={root.uri}
            root={root}
            trouble={troubles.get(root.uri)}
            onRoot={(words, next) => change(place, words, next)}
            onRemove={() => onChange(`Removed ${nameOf(root)}`, roots.toSpliced(place, 1))}
          />
        ))}
      </tbody>
    </table>
  );
}

interface RowProps {
  readonly root: Root;
  readonly trouble: string | undefined;
  readonly onRoot: (words: string, root: Root) => void;
  readonly onRemove: () => void;
}

function Row({ root, trouble, onRoot, onRemove }: RowProps) {
  const name = nameOf(root);
  const turn = (on: boolean) => {
    const { off: _off, ...rest } = root;
    onRoot(`${name}: ${on ? 'on' : 'off'}`, on ? rest : { ...rest, off: true });
  };
  return (
    <tr>
      <td>
        <Checkbox aria-label={`Tell servers of ${name}`} checked={root.off !== true} onChecked={turn} />
      </td>
      <td>
        <RootName root={root} onName={(next) => onRoot(`Renamed to ${next}`, { ...root, name: next })} />
      </td>
      <td className={cx('mono root-uri', trouble === undefined ? 't2' : 'c-err')} title={root.uri.slice(0, 300)}>
        <ForeignText text={root.uri} limit={300} inert />
      </td>
      <td>
        <SentTo root={root} onRoot={onRoot} />
        {trouble !== undefined && <div className="c-err fs12">{trouble}</div>}
      </td>
      <td>
        <IconButton size="sm" icon={X} label={`Remove ${name}`} onClick={onRemove} />
      </td>
    </tr>
  );
}

/** A name that is changed where it stands: saved when the field is left or with Enter. */
function RootName({ root, onName }: { readonly root: Root; readonly onName: (name: string) => void }) {
  const [text, setText] = useState<string>();
  const was = root.name ?? '';
  const leave = () => {
    const next = text?.trim();
    setText(undefined);
    if (next !== undefined && next !== was) onName(next);
  };
  return (
    <TextInput
      className="root-name"
      aria-label={`Name of ${root.uri.slice(0, 200)}`}
      placeholder="No name"
      maxLength={200}
      value={text ?? was}
      onValue={setText}
      onBlur={leave}
      onKeyDown={(event) => event.key === 'Enter' && leave()}
    />
  );
}
