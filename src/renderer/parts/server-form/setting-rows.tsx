import { CircleAlert, Eye, EyeOff, LockKeyhole, Plus, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import { looksSecret } from '../looks-secret.ts';
import type { SettingRow } from './draft.ts';
import type { DraftProblems, HeaderProblem } from './draft-problems.ts';
import { useSecretPlace } from './use-secret-place.ts';

interface SettingRowsProps {
  title: string;
  note: ReactNode;
  /** Name of one row: `variable` or `header`. */
  word: string;
  /** Field name for fixes that point here. */
  field: string;
  rows: SettingRow[];
  problems?: DraftProblems['rows'];
  onRows: (rows: SettingRow[]) => void;
  /** Moves the value of a row to the secrets. */
  onSecret: (row: SettingRow, value: string) => void;
  /** Below the rows. */
  children?: ReactNode;
}

function ValueInput({
  row,
  describedBy,
  onValue,
}: {
  row: SettingRow;
  describedBy: string | undefined;
  onValue: (value: string) => void;
}) {
  const [open, setOpen] = useState(false);
  if (typeof row.value !== 'string') {
    return (
      <span className="grow row">
        <Chip kind="ok" icon={LockKeyhole}>
          Secret {row.value.secret}
        </Chip>
        <Button size="sm" variant="quiet" onClick={() => onValue('')}>
          Replace
        </Button>
      </span>
    );
  }
  const hide = looksSecret(row);
  const Reveal = (
    <IconButton
      size="sm"
      icon={open ? EyeOff : Eye}
      label={open ? `Hide the value of ${row.name}` : `Show the value of ${row.name}`}
      onClick={() => setOpen(!open)}
    />
  );
  return (
    <TextInput
      mono
      aria-label={`Value of ${row.name || 'the new row'}`}
      aria-describedby={describedBy}
      aria-invalid={describedBy === undefined ? undefined : true}
      type={hide && !open ? 'password' : 'text'}
      value={row.value}
      onValue={onValue}
      trailing={hide && Reveal}
    />
  );
}

function SecretNote({ row, onSecret }: { row: SettingRow; onSecret: (value: string) => void }) {
  const place = useSecretPlace();
  if (typeof row.value !== 'string' || row.value === '' || row.value.includes('${') || !looksSecret(row)) return null;
  const { value } = row;
  return (
    <div className="set-note fs12">
      <span className="c-wait">
        <Icon icon={TriangleAlert} />
      </span>
      <div>
        <p className="b5">{row.name} looks like a secret</p>
        <p className="t2">It would be saved in plain text with the server. {place.sentence}</p>
      </div>
      <Button size="sm" onClick={() => onSecret(value)}>
        Move to {place.word}
      </Button>
    </div>
  );
}

function ValueProblem({
  id,
  problem,
  onValue,
}: {
  id: string;
  problem: HeaderProblem;
  onValue: (value: string) => void;
}) {
  const { text, trimmed, encoded } = problem;
  return (
    <div className="set-note fs12" role="alert">
      <span className="c-err">
        <Icon icon={CircleAlert} />
      </span>
      <p id={id}>{text}</p>
      <span className="row">
        {trimmed !== undefined && (
          <Button size="sm" onClick={() => onValue(trimmed)}>
            Remove blanks at the ends
          </Button>
        )}
        {encoded !== '' && (
          <Button size="sm" onClick={() => onValue(encoded)}>
            Percent-encode
          </Button>
        )}
      </span>
    </div>
  );
}

interface RowProps extends Pick<SettingRowsProps, 'word'> {
  row: SettingRow;
  problem: HeaderProblem | undefined;
  onRow: (row: SettingRow) => void;
  onRemove: () => void;
  onSecret: (value: string) => void;
}

function Row({ row, word, problem, onRow, onRemove, onSecret }: RowProps) {
  const id = useId();
  return (
    <div>
      <div className="set-row">
        <TextInput
          mono
          className="set-name"
          aria-label={`Name of the ${word}`}
          placeholder="NAME"
          value={row.name}
          onValue={(name) => onRow({ ...row, name })}
        />
        <ValueInput row={row} describedBy={problem && id} onValue={(value) => onRow({ ...row, value })} />
        <IconButton size="sm" icon={X} label={`Remove ${row.name || `the new ${word}`}`} onClick={onRemove} />
      </div>
      {problem && <ValueProblem id={id} problem={problem} onValue={(value) => onRow({ ...row, value })} />}
      <SecretNote row={row} onSecret={onSecret} />
    </div>
  );
}

/** Environment variables or headers: names, values with secrets covered, adding and removing. */
export function SettingRows(props: SettingRowsProps) {
  const { title, note, word, rows, problems = {}, onRows, onSecret } = props;
  const replace = (next: SettingRow) => onRows(rows.map((row) => (row.key === next.key ? next : row)));
  const add = () => onRows([...rows, { key: crypto.randomUUID(), name: '', value: '' }]);
  return (
    <section className="codebox set" aria-label={title} data-field={props.field}>
      <div className="h">
        <h3 className="b5">{title}</h3>
        <span className="t3 el">{note}</span>
        <span className="sp" />
        <Button size="sm" variant="quiet" icon={Plus} aria-label={`Add a ${word}`} onClick={add}>
          Add
        </Button>
      </div>
      {rows.map((row) => (
        <Row
          key={row.key}
          row={row}
          word={word}
          problem={problems[row.key]}
          onRow={replace}
          onRemove={() => onRows(rows.filter((each) => each.key !== row.key))}
          onSecret={(value) => onSecret(row, value)}
        />
      ))}
      {props.children}
    </section>
  );
}
