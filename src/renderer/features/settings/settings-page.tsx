import { Search, Settings, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useFilterFocus } from '../../parts/use-filter-focus.ts';
import { usePage, useWirebench } from '../../store/wirebench.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Icon } from '../../ui/icon.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { isDialogOpen } from '../../ui/is-dialog-open.ts';
import { moveRovingFocus } from '../../ui/roving.ts';
import { TextInput } from '../../ui/text-input.tsx';
import { useFocusOnOpen } from '../../ui/use-focus-on-open.ts';
import { useStable } from '../../ui/use-stable.ts';
import { SETTINGS_BLOCKS, type SettingsBlock } from './blocks.ts';
import { SETTINGS_SECTIONS, type SettingsSection } from './section-list.ts';

const titleOf = (section: string): string => SETTINGS_SECTIONS.find(({ id }) => id === section)?.title ?? '';

/** The blocks that have all words of a search in their title or words. */
function foundBlocks(query: string): readonly SettingsBlock[] {
  const wanted = query.toLowerCase().split(/\s+/).filter(Boolean);
  return SETTINGS_BLOCKS.filter(({ section, words }) => {
    const text = `${titleOf(section)} ${words}`.toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** Escape closes the settings, unless something nearer takes it. What had the focus before gets it back. */
function useClosing(close: () => void): void {
  const press = useStable((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || isDialogOpen()) return;
    if (!(event.target instanceof Element) || event.target.closest('header, nav.rail, aside') !== null) return;
    event.preventDefault();
    close();
  });
  useEffect(() => {
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [press]);
}

interface HeadProps {
  query: string;
  onQuery: (query: string) => void;
  onClose: () => void;
}

function Head({ query, onQuery, onClose }: HeadProps) {
  const clear = () => {
    onQuery('');
    return query !== '';
  };
  const input = useFilterFocus(clear);
  return (
    <div className="ws-h">
      <span className="t2">
        <Icon icon={Settings} />
      </span>
      <h1>Settings</h1>
      <span className="sp" />
      <TextInput
        type="search"
        search
        className="filter"
        ref={input}
        aria-label="Search settings"
        placeholder="Search settings"
        value={query}
        onValue={onQuery}
        leading={<Icon icon={Search} size="s" />}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !clear()) return;
          event.preventDefault();
        }}
      />
      <IconButton icon={X} label="Close the settings" keys={['esc']} onClick={onClose} />
    </div>
  );
}

function SectionNav({ sections, shown }: { sections: readonly SettingsSection[]; shown: string | undefined }) {
  const { page } = useWirebench();
  const first = sections.find(({ id }) => id === shown) ?? sections[0];
  return (
    <nav
      className="pane list settings-n"
      aria-label="Settings"
      onKeyDown={(event) => moveRovingFocus(event, 'vertical')}
    >
      {sections.map(({ id, title }) => (
        <button
          key={id}
          type="button"
          className="li"
          data-roving=""
          tabIndex={id === first?.id ? 0 : -1}
          aria-current={id === shown ? 'page' : undefined}
          onClick={() => page.getState().openSettings(id)}
        >
          {title}
        </button>
      ))}
    </nav>
  );
}

/** S35. The settings of the app: its pages at the left, and a search over all of them. */
export function SettingsPage() {
  const { page } = useWirebench();
  const at = usePage((state) => state.settingsAt);
  const [query, setQuery] = useState('');
  const view = useFocusOnOpen();
  const close = () => page.getState().closeSettings();
  useClosing(close);
  useEffect(() => {
    if (at !== undefined) setQuery('');
  }, [at]);
  const searching = query.trim() !== '';
  const shown = SETTINGS_SECTIONS.find(({ id }) => id === at) ?? SETTINGS_SECTIONS[0];
  const blocks = searching ? foundBlocks(query) : SETTINGS_BLOCKS.filter(({ section }) => section === shown.id);
  const sections = searching
    ? SETTINGS_SECTIONS.filter(({ id }) => blocks.some(({ section }) => section === id))
    : SETTINGS_SECTIONS;
  return (
    <main className="ws settings" aria-label="Settings" {...view}>
      <Head query={query} onQuery={setQuery} onClose={close} />
      <div className="settings-b">
        <SectionNav sections={sections} shown={searching ? undefined : shown.id} />
        <div className="pane-b settings-p" key={searching ? 'found' : shown.id}>
          {blocks.map(({ component: Block, words }) => (
            <Block key={words} />
          ))}
          {blocks.length === 0 && (
            <EmptyState icon={Search} title="No setting matches">
              <p>Try another word.</p>
            </EmptyState>
          )}
        </div>
      </div>
    </main>
  );
}
