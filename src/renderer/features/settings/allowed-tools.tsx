import { Trash2 } from 'lucide-react';
import type { AllowedTools } from '#shared/approvals.ts';
import { messageOf } from '#shared/errors.ts';
import { useEntity, useHost } from '../../store/wirebench.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { foreignWords } from '../../ui/foreign-segments.ts';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { formatIso } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SettingBlock } from './setting-block.tsx';

type Allowed = AllowedTools['tools'][number];

const NONE: readonly Allowed[] = [];

/** S27. Tools that models may run without being asked about, and the way to take that back. */
export function AllowedToolList() {
  const tools = useEntity('allowed', 'allowed')?.tools ?? NONE;
  return (
    <SettingBlock
      title="Tools that are always allowed"
      note="A model that was given the tools of a server runs these without a question, until their definition changes, or the command or address of the server. All others are asked about, and those that say they may destroy something each time."
    >
      {tools.length === 0 ? (
        <p className="fs12 t3 setting">None. Always allow this tool, in the question, adds one.</p>
      ) : (
        <ul>
          {tools.map((tool) => (
            <Row key={`${tool.serverId} ${tool.tool}`} allowed={tool} />
          ))}
        </ul>
      )}
    </SettingBlock>
  );
}

function Row({ allowed: { serverId, tool, at, lapsed } }: { readonly allowed: Allowed }) {
  const host = useHost();
  const { toast } = useFeedback();
  const server = useEntity('server', serverId)?.config.name ?? 'a server that is not in the list';
  const title = `${foreignWords(tool, 128)} of ${foreignWords(server, 128)}`;
  const forget = () => {
    host['approval.forget']({ serverId, tool }).then(
      () => toast(`${title} is asked about again`),
      (error: unknown) => toast(messageOf(error)),
    );
  };
  return (
    <li className="setting">
      <div className="provider-t">
        <p className="b5">
          <ForeignText text={title} limit={300} inert />
        </p>
        <p className="fs12 t2">Since {formatIso(at).slice(0, 10)}</p>
        {lapsed && (
          <p className="fs12 c-wait">
            Asked about again: it was allowed for another command or address of this server.
          </p>
        )}
      </div>
      <div className="setting-c row">
        <IconButton size="sm" icon={Trash2} label={`Ask about ${title} again`} onClick={forget} />
      </div>
    </li>
  );
}
