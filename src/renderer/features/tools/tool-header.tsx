import { Braces, GitCompare, Pin } from 'lucide-react';
import { textAt } from '#shared/json.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import { Callout } from '../../ui/callout.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import type { Tool } from './tool.ts';
import { ToolTitle } from './tool-title.tsx';

export interface ToolHeaderProps {
  readonly tool: Tool;
  readonly definitionShown: boolean;
  readonly onDefinition: () => void;
  readonly pinned: boolean;
  readonly onPin: () => void;
}

/** Name, what the tool says of itself, and its description. */
export function ToolHeader({ tool, definitionShown, onDefinition, pinned, onPin }: ToolHeaderProps) {
  const { page } = useWirebench();
  const title = textAt(tool.raw, 'title') ?? textAt(tool.raw.annotations, 'title');
  const description = textAt(tool.raw, 'description');
  return (
    <div className="tool-h">
      <div className="row">
        <ToolTitle tool={tool} />
        <IconButton size="sm" icon={Pin} label={pinned ? 'Unpin' : 'Pin'} pressed={pinned} onClick={onPin} />
        <IconButton
          size="sm"
          icon={GitCompare}
          label="Compare definition with another"
          onClick={() => page.getState().set({ choosing: { name: tool.name } })}
        />
        <IconButton size="sm" icon={Braces} label="Tool definition" pressed={definitionShown} onClick={onDefinition} />
      </div>
      {tool.place !== undefined && (
        <Callout kind="wait" title={`${tool.namesakes} tools have this name, this is number ${tool.place}`}>
          A call carries the name only, so the server decides which of them it runs.
        </Callout>
      )}
      {title !== undefined && title !== tool.name && (
        <p className="fs12 b5">
          <ForeignText text={title} limit={128} />
        </p>
      )}
      {description !== undefined && (
        <p className="fs12 t2">
          <ForeignText text={description} limit={240} lines />
        </p>
      )}
    </div>
  );
}
