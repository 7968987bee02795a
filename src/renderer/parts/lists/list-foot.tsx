import { Check, Clock, RefreshCw, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Settings } from '#shared/config.ts';
import type { Catalog } from '#shared/entities.ts';
import { messageOf } from '#shared/errors.ts';
import { useEntity, useHost } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { MenuItem } from '../../ui/menu-items.tsx';
import { useNow } from '../../ui/use-now.ts';
import { isOutdated, listedWords } from './list-freshness.ts';
import { LIST_METHODS, type ListActions } from './use-list-actions.ts';

export interface ListFootProps {
  /** Lists that are shown as one; the first that is not at rest is told of. */
  readonly heads: readonly (Catalog | undefined)[];
  /** What is in them, plural: `tools`. */
  readonly noun: string;
  /** The session is over: nothing can be read. */
  readonly ended: boolean;
  readonly actions: ListActions;
  /** In the place of the words, for what matters more. */
  readonly lead?: ReactNode;
  /** Choices of this list besides those of every list. */
  readonly choices?: readonly MenuItem[];
}

type Rule = 'loadAllPages' | 'refreshLists' | 'rereadResources';

/** Choices for lists that hold for every server; `keys` of the settings that are on offer. */
export function useRuleItems(rules: readonly (readonly [Rule, string])[]): MenuItem[] {
  const settings = useEntity('settings', 'settings');
  const host = useHost();
  const { toast } = useFeedback();
  const save = (patch: Partial<Settings>) =>
    host['settings.save'](patch).catch((error: unknown) => toast(`The choice was not kept. ${messageOf(error)}`));
  return rules.map(([key, label]) => ({
    id: key,
    label,
    checked: settings?.[key] ?? false,
    stays: true,
    onSelect: () => void save({ [key]: !(settings?.[key] ?? false) }),
  }));
}

const RULES = [
  ['loadAllPages', 'Load all pages of every list'],
  ['refreshLists', 'Fetch lists again when they change'],
] as const;

/** C10. What a list says of itself below its rows: how old it is, whether it is fresh, and what can be done about it. */
export function ListFoot({ heads, noun, ended, actions, lead, choices = [] }: ListFootProps) {
  const known = heads.filter((head) => head !== undefined);
  const loading = ended ? undefined : known.find(({ status }) => status === 'loading');
  const now = useNow(known.some(({ freshUntil }) => freshUntil !== undefined) || loading ? 1000 : undefined);
  const changed = known.find((head) => head.stale && head.status !== 'failed');
  const old = known.find((head) => isOutdated(head, now));
  const head = changed ?? old ?? known[0];
  const rules = useRuleItems(RULES);
  if (head === undefined) return null;
  const words = listedWords(head, now, ended);
  const offer = !ended && !loading && (changed !== undefined || old !== undefined);
  return (
    <>
      {(offer || lead === undefined) && (
        <Icon icon={offer || ended ? Clock : Check} size="s" className={offer ? 'c-wait' : undefined} />
      )}
      <span className="el grow" title={words}>
        {loading ? `Waiting for ${LIST_METHODS[loading.kind]}` : (!offer && lead) || words}
      </span>
      {offer && (
        <Button size="sm" variant="quiet" onClick={actions.refresh}>
          Refresh
        </Button>
      )}
      <Menu
        trigger={<IconButton size="sm" icon={SlidersHorizontal} label="List options" />}
        items={choices.length === 0 ? rules : [...choices, { separator: 'rules' }, ...rules]}
      />
      <IconButton
        size="sm"
        icon={RefreshCw}
        label={`Fetch ${noun} again`}
        disabled={loading !== undefined || ended}
        onClick={actions.refresh}
      />
    </>
  );
}
