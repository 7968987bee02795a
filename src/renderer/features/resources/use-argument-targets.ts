import { SquareFunction } from 'lucide-react';
import { useMemo } from 'react';
import { arrayAt, isObject, objectAt, parsedObject, textAt } from '#shared/json.ts';
import { readDraft } from '../../parts/read-draft.ts';
import { useCatalog } from '../../parts/use-catalog.ts';
import { useWirebench } from '../../store/wirebench.tsx';
import type { MenuAction } from '../../ui/menu-items.tsx';

interface Target {
  tab: 'tools' | 'prompts';
  name: string;
  argument: string;
}

/** Names of arguments that take an address. */
const TAKES_URI = /(?:^|[_.-])(?:ur[il]|resource|file|path|document)s?(?:$|[_.-])|Ur[il]$|Path$/i;
const MOST = 12;

/** Tools and prompts with an argument that can be this address; choosing one fills it in and runs nothing. */
export function useArgumentTargets(serverId: string, sessionId: string, uri: string): MenuAction[] {
  const { page } = useWirebench();
  const tools = useCatalog(sessionId, 'tools').items;
  const prompts = useCatalog(sessionId, 'prompts').items;
  const targets = useMemo(() => {
    const ofTools = tools.flatMap((tool): Target[] => {
      const name = textAt(tool, 'name');
      const properties = objectAt(objectAt(tool, 'inputSchema'), 'properties') ?? {};
      const argument = Object.entries(properties).find(([key, schema]) => {
        if (!isObject(schema) || schema.type !== 'string') return false;
        return schema.format === 'uri' || TAKES_URI.test(key);
      })?.[0];
      return name === undefined || argument === undefined ? [] : [{ tab: 'tools', name, argument }];
    });
    const ofPrompts = prompts.flatMap((prompt): Target[] => {
      const name = textAt(prompt, 'name');
      const argument = arrayAt(prompt, 'arguments')
        .map((one) => textAt(one, 'name'))
        .find((one) => one !== undefined && TAKES_URI.test(one));
      return name === undefined || argument === undefined ? [] : [{ tab: 'prompts', name, argument }];
    });
    return [...ofTools, ...ofPrompts].slice(0, MOST);
  }, [tools, prompts]);
  return targets.map(({ tab, name, argument }) => ({
    id: `${tab} ${name}`,
    label: name.slice(0, 60),
    icon: SquareFunction,
    note: argument.slice(0, 60),
    onSelect: () => {
      const { drafts, heldDrafts, draft, select, openTab } = page.getState();
      const key = `${serverId}/${tab}/${name}`;
      const text = heldDrafts[key] ?? drafts[key];
      const typed = tab === 'tools' ? parsedObject(text ?? '') : readDraft(text);
      draft(key, JSON.stringify({ ...typed, [argument]: uri }), heldDrafts[key] !== undefined);
      select(`${serverId}/${tab}`, name);
      openTab(serverId, tab);
    },
  }));
}
