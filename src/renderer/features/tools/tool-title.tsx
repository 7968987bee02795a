import { OwnIcon } from '../../parts/own-icon.tsx';
import { iconRefOf } from '../../store/catalog-items.ts';
import { Chip } from '../../ui/chip.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import type { Tool } from './tool.ts';
import { toolChips } from './tool-marks.ts';

/** The name of a tool and what it says of itself, for the head of its pane. */
export function ToolTitle({ tool }: { readonly tool: Tool }) {
  return (
    <>
      <OwnIcon of={iconRefOf(tool.raw)} size="l" />
      <h2 className="mono el">
        <ForeignText text={tool.name} limit={128} inert />
      </h2>
      <span className="row tool-chips">
        {toolChips(tool).map((chip) => (
          <Chip key={chip.label} square icon={chip.icon} kind={chip.kind} title="The server says this; it is a hint">
            {chip.label}
          </Chip>
        ))}
      </span>
      <span className="sp" />
    </>
  );
}
