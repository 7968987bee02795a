import { type ReactNode, useState } from 'react';
import type { DriftMark } from '#shared/drift.ts';
import type { Operation } from '#shared/entities.ts';
import type { JsonObject } from '#shared/json.ts';
import { wasAsked } from '../../parts/drift/ask-changed.ts';
import { ConfirmChanged } from '../../parts/drift/confirm-changed.tsx';
import { useEntity, usePage } from '../../store/wirebench.tsx';
import { ConfirmRun } from './confirm-run.tsx';
import { hintsOf, type Tool } from './tool.ts';

export interface ConfirmedRunOptions {
  readonly serverId: string;
  readonly tool: Tool;
  /** Runs of this tool in this session: what was asked before them is not asked again. */
  readonly runs: readonly Operation[];
  /** How the tool differs from what was accepted, if it does. */
  readonly mark: DriftMark | undefined;
  readonly onRun: (value: JsonObject) => void;
}

export interface ConfirmedRun {
  /** Runs, or asks first. */
  readonly send: (value: JsonObject) => void;
  /** The question, while it is asked. */
  readonly question: ReactNode;
}

/** Asks before the first run of a tool that changed, and before the first run of one that may destroy something. */
export function useConfirmedRun({ serverId, tool, runs, mark, onRun }: ConfirmedRunOptions): ConfirmedRun {
  const [asking, setAsking] = useState<{ value: JsonObject; mark: DriftMark | undefined }>();
  const destructive = hintsOf(tool).destructive && runs.length === 0;
  const sessionId = useEntity('server', serverId)?.sessionId ?? '';
  const asked = usePage(({ changedAsked }) => mark !== undefined && wasAsked(changedAsked, sessionId, mark));
  // A run after the change was seen was asked for it, or came before anybody could know.
  const known = asked || runs.some(({ startedAt }) => mark !== undefined && startedAt >= mark.at);
  const changed = mark?.change === 'changed' && !known ? mark : undefined;
  const cancel = () => setAsking(undefined);
  const confirm = () => {
    if (asking) onRun(asking.value);
    cancel();
  };
  return {
    send: (value) => {
      if (changed || destructive) setAsking({ value, mark: changed });
      else onRun(value);
    },
    question: asking?.mark ? (
      <ConfirmChanged {...{ serverId, destructive }} mark={asking.mark} onCancel={cancel} onConfirm={confirm} />
    ) : (
      <ConfirmRun open={asking !== undefined} toolName={tool.name} onCancel={cancel} onConfirm={confirm} />
    ),
  };
}
