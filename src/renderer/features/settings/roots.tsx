import { Folder, Link } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { Root } from '#shared/roots.ts';
import { useEntity, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { AddRoot } from './add-root.tsx';
import { RootTable } from './root-table.tsx';
import { SettingBlock } from './setting-block.tsx';
import { useRootTroubles } from './use-root-troubles.ts';
import { useSaveSetting } from './use-save-setting.ts';

const NONE: readonly Root[] = [];

/** S28. The folders and addresses that servers are told of when they ask. */
export function Roots() {
  const { link, app } = useWirebench();
  const { toast } = useFeedback();
  const save = useSaveSetting();
  const roots = useEntity('settings', 'settings')?.roots ?? NONE;
  const troubles = useRootTroubles(roots);
  const [adding, setAdding] = useState<'folder' | 'address'>();
  const change = (words: string, next: readonly Root[]) => save(words, { roots: [...next] }, { roots: [...roots] });
  const add = (root: Root) => change(`Added ${root.name ?? root.uri}`, [...roots, root]);
  const pick = async () => {
    const { path } = await link.client()['root.pickFolder']({});
    if (path === undefined) return;
    const { uri, name } = await link.client()['root.fromPath']({ path });
    if (roots.some((root) => root.uri === uri)) toast('This folder is in the list already.');
    else add({ uri, name });
  };
  const addFolder = () => {
    if (app.can.pickFolders) pick().catch((error: unknown) => toast(`The folder was not added. ${messageOf(error)}`));
    else setAdding('folder');
  };
  return (
    <SettingBlock
      title="Roots"
      note="Folders and addresses a server may ask about. They guide a server, they do not restrict it. Deprecated since 2026-07-28."
    >
      {roots.length === 0 ? (
        <p className="fs12 t3 roots-none">No server is told of a folder.</p>
      ) : (
        <RootTable roots={roots} troubles={troubles} onChange={change} />
      )}
      <div className="row roots-f">
        <Button size="sm" icon={Folder} onClick={addFolder}>
          Add a folder
        </Button>
        <Button size="sm" icon={Link} onClick={() => setAdding('address')}>
          Add an address
        </Button>
        <span className="sp" />
        <span className="fs12 t3">Connected legacy servers are told about changes at once</span>
      </div>
      {adding !== undefined && <AddRoot kind={adding} roots={roots} onAdd={add} onClose={() => setAdding(undefined)} />}
    </SettingBlock>
  );
}
