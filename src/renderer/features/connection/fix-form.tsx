import { Eye, EyeOff } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import type { Fix } from '#shared/fix.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { TextInput } from '../../ui/text-input.tsx';
import type { FixRun } from './use-fix.ts';

const KEPT_IN = { keychain: 'the system keychain', keyring: 'the system keyring', file: 'the secrets of this app' };

interface AskingProps {
  fix: Fix;
  ask: NonNullable<Fix['ask']>;
  fixing: FixRun;
  /** The other fixes. */
  children: ReactNode;
}

/** A fix that needs a value first: one field, one button. What the host suggests stands in the field already. */
function Asking({ fix, ask, fixing, children }: AskingProps) {
  const { app } = useWirebench();
  const secret = ask.kind === 'secret';
  const [value, setValue] = useState(fix.action.do === 'choose-folder' ? (fix.action.suggested ?? '') : '');
  const [keep, setKeep] = useState(secret);
  const [shown, setShown] = useState(false);
  const [missing, setMissing] = useState(false);
  const canKeep = fix.action.do === 'set-variable';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setMissing(value === '');
    if (value !== '') fixing.run(fix, { value, keep: canKeep && keep });
  };
  return (
    <form className="fix" onSubmit={submit}>
      <div className="row">
        <TextInput
          value={value}
          onValue={setValue}
          mono
          className="grow"
          type={secret && !shown ? 'password' : 'text'}
          autoComplete="off"
          aria-label={ask.label}
          aria-invalid={missing || undefined}
          aria-describedby={missing ? 'fix-missing' : undefined}
          placeholder={ask.kind === 'path' ? '/…' : 'Value'}
          leading={<span className="mono t3">{ask.label}</span>}
          trailing={
            secret && (
              <IconButton
                size="sm"
                icon={shown ? EyeOff : Eye}
                label={shown ? 'Hide the value' : 'Show the value'}
                onClick={() => setShown(!shown)}
              />
            )
          }
        />
        <Button variant="pri" type="submit" disabled={fixing.busy} keys={['enter']}>
          {ask.kind === 'path' ? 'Use and retry' : fix.label}
        </Button>
      </div>
      {missing && (
        <p className="hint err" id="fix-missing" role="alert">
          Enter a value first.
        </p>
      )}
      <div className="row diag-a">
        {canKeep && (
          <Checkbox checked={keep} onChecked={setKeep}>
            Keep it in {KEPT_IN[app.secrets.in]}
          </Checkbox>
        )}
        {children}
      </div>
    </form>
  );
}

/** The fixes of a cause: the first one in front, the others beside it. */
export function FixForm({ fixes, fixing }: { fixes: readonly Fix[]; fixing: FixRun }) {
  const [opened, setOpened] = useState(0);
  const main = fixes[opened] ?? fixes[0];
  if (!main) return null;
  const others = fixes
    .filter((fix) => fix !== main)
    .map((fix) => (
      <Button
        key={fix.label}
        size="sm"
        variant="quiet"
        className="fix-o"
        disabled={fixing.busy}
        onClick={() => (fix.ask ? setOpened(fixes.indexOf(fix)) : fixing.run(fix))}
      >
        {fix.label}
      </Button>
    ));
  return (
    <>
      {main.ask ? (
        <Asking key={main.label} fix={main} ask={main.ask} fixing={fixing}>
          {others}
        </Asking>
      ) : (
        <div className="row diag-a">
          <Button variant="pri" disabled={fixing.busy} onClick={() => fixing.run(main)}>
            {main.label}
          </Button>
          {others}
        </div>
      )}
      {fixing.error !== undefined && (
        <p className="hint err" role="alert">
          {fixing.error}
        </p>
      )}
    </>
  );
}
