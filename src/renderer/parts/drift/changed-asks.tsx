import { usePage } from '../../store/wirebench.tsx';
import { ConfirmChanged } from './confirm-changed.tsx';

/** The question about a changed tool that is to be called from outside of Tools, while one is open. */
export function ChangedAsks() {
  const first = usePage(({ changedAsks }) => changedAsks[0]);
  if (!first) return null;
  const { key, serverId, mark, answer } = first;
  return (
    <ConfirmChanged
      key={key}
      serverId={serverId}
      mark={mark}
      destructive={false}
      sends
      onCancel={() => answer(false)}
      onConfirm={() => answer(true)}
    />
  );
}
