import { Eye, EyeOff, LockKeyhole, Plus, TriangleAlert, X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import { looksSecret } from '../../parts/looks-secret.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { SettingRow } from './draft.ts';

interface SettingRowsProps {
  title: string;
  note: ReactNode;
  /** Name of one row: `variable` or `header`. */
  word: string;
  /** Start of the names of stored secrets, so that two servers do not share one by accident. */
  scope: string;
  rows: SettingRow[];
  onRows: (rows: SettingRow[]) => void;
}

function ValueInput({ row, onValue }: { row: SettingRow; onValue: (value: string) => void }) {
  const [open, setOpen] = useState(false);
  const label = `Value of ${row.name || 'the new row'}`;
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
  return (
    <TextInput
      mono
      aria-label={label}
      type={hide && !open ? 'password' : 'text'}
      value={row.value}
      onValue={onValue}
      trailing={
        hide && (
          <IconButton
            size="sm"
            icon={open ? EyeOff : Eye}
            label={open ? `Hide the value of ${row.name}` : `Show the value of ${row.name}`}
            onClick={() => setOpen(!open)}
          />
        )
      }
    />
  );
}

function SecretNote({ row, scope, onValue }: { row: SettingRow; scope: string; onValue: (row: SettingRow) => void }) {
  const { link, app } = useWirebench();
  const { announce, toast } = useFeedback();
  const [moving, setMoving] = useState(false);
  if (typeof row.value !== 'string' || row.value === '' || !looksSecret(row)) return null;
  const { value } = row;
  const place = app.can.keychain ? 'keychain' : 'secret store';
  const move = () => {
    setMoving(true);
    const secret = `${scope}/${row.name.trim()}`;
    link
      .client()
      ['secret.save']({ name: secret, value })
      .then(
        () => {
          onValue({ ...row, value: { secret } });
          announce(`${row.name} moved to the ${place}`);
        },
        (error: unknown) => toast(messageOf(error)),
      )
      .finally(() => setMoving(false));
  };
  return (
    <div className="set-note fs12">
      <span className="c-wait">
        <Icon icon={TriangleAlert} />
      </span>
      <div>
        <p className="b5">{row.name} looks like a secret</p>
        <p className="t2">It would be saved in plain text with the server. Keep it in the {place} instead.</p>
      </div>
      <Button size="sm" disabled={moving} onClick={move}>
        Move to {app.can.keychain ? 'keychain' : 'secrets'}
      </Button>
    </div>
  );
}

/** Environment variables or headers: names, values with secrets covered, adding and removing. */
export function SettingRows({ title, note, word, scope, rows, onRows }: SettingRowsProps) {
  const replace = (next: SettingRow) => onRows(rows.map((row) => (row.key === next.key ? next : row)));
  const add = () => onRows([...rows, { key: crypto.randomUUID(), name: '', value: '' }]);
  return (
    <section className="codebox set" aria-label={title}>
      <div className="h">
        <h3 className="b5">{title}</h3>
        <span className="t3 el">{note}</span>
        <span className="sp" />
        <Button size="sm" variant="quiet" icon={Plus} aria-label={`Add a ${word}`} onClick={add}>
          Add
        </Button>
      </div>
      {rows.map((row) => (
        <div key={row.key}>
          <div className="set-row">
            <TextInput
              mono
              className="set-name"
              aria-label={`Name of the ${word}`}
              placeholder="NAME"
              value={row.name}
              onValue={(name) => replace({ ...row, name })}
            />
            <ValueInput row={row} onValue={(value) => replace({ ...row, value })} />
            <IconButton
              size="sm"
              icon={X}
              label={`Remove ${row.name || `the new ${word}`}`}
              onClick={() => onRows(rows.filter((each) => each.key !== row.key))}
            />
          </div>
          <SecretNote row={row} scope={scope} onValue={replace} />
        </div>
      ))}
    </section>
  );
}
