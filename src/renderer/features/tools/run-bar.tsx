import { Check, CircleX, Play } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ServerConfig } from '#shared/config.ts';
import type { JsonObject } from '#shared/json.ts';
import type { Problems } from '../../parts/schema-form/use-problems.ts';
import { Button } from '../../ui/button.tsx';
import { plural } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { CopyRun } from './copy-run.tsx';

export interface RunBarProps {
  readonly toolName: string;
  readonly schema: unknown;
  readonly config: ServerConfig;
  readonly destructive: boolean;
  /** Undefined while the JSON text is no object: then there is nothing that could be sent. */
  readonly value: JsonObject | undefined;
  readonly problems: Problems;
  /** Why nothing can be run now. */
  readonly blocked: string | undefined;
  /** Another run of this tool is still under way. */
  readonly another: boolean;
  /** Right of the state: limits, log level, options. */
  readonly options: ReactNode;
  /** Keeps the arguments as an example. */
  readonly save: (compact: boolean) => ReactNode;
  readonly onRun: () => void;
  readonly onSendAnyway: () => void;
}

function State({ value, problems, blocked }: Pick<RunBarProps, 'value' | 'problems' | 'blocked'>) {
  if (blocked !== undefined) return <span className="el">{blocked}</span>;
  if (!value) return <span className="c-err el">The JSON text is not an object yet</span>;
  if (problems.list.length > 0) {
    return (
      <span className="row c-err run-state">
        <Icon icon={CircleX} size="s" />
        {plural(problems.list.length, 'problem')}
      </span>
    );
  }
  if (problems.note !== undefined) {
    return (
      <span className="el" title={problems.note}>
        {problems.note}
      </span>
    );
  }
  if (!problems.settled) return <span>Checking</span>;
  return (
    <span className="row run-state">
      <Icon icon={Check} size="s" className="c-ok" />
      Arguments match the schema
    </span>
  );
}

/** The foot of the arguments: whether they are valid, and the buttons that send them. */
export function RunBar(props: RunBarProps) {
  const { toolName, schema, config, destructive, value, problems, blocked, onRun, onSendAnyway } = props;
  const wrong = problems.list.length > 0;
  const words = props.another ? 'Run another' : 'Run tool';
  return (
    <div className="run-bar">
      <div className="row fs11 t3">
        <span className="el" role="status">
          <State value={value} problems={problems} blocked={blocked} />
        </span>
        <span className="sp" />
        {props.options}
      </div>
      <div className="row">
        <Button
          variant={destructive ? 'danger' : 'pri'}
          className="grow"
          icon={Play}
          keys={['mod', 'enter']}
          disabled={blocked !== undefined}
          onClick={onRun}
        >
          {destructive ? 'Run, this can change data' : words}
        </Button>
        {wrong && value && (
          <Button keys={['mod', 'shift', 'enter']} disabled={blocked !== undefined} onClick={onSendAnyway}>
            Send anyway
          </Button>
        )}
        {props.save(wrong)}
        <CopyRun {...{ toolName, schema, config, value }} compact={wrong} />
      </div>
    </div>
  );
}
