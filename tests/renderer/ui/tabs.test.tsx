import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { OptionButtons } from '../../../src/renderer/ui/option-buttons.tsx';
import { Segmented } from '../../../src/renderer/ui/segmented.tsx';
import { TabPanel } from '../../../src/renderer/ui/tab-panel.tsx';
import { Tabs } from '../../../src/renderer/ui/tabs.tsx';

afterEach(cleanup);

function Workspace() {
  const [selected, setSelected] = useState('tools');
  const tabs = [
    { id: 'tools', label: 'Tools', count: 14 },
    { id: 'prompts', label: 'Prompts' },
    { id: 'traffic', label: 'Traffic', count: 12_412 },
  ];
  return (
    <>
      <Tabs label="Workspace" idBase="ws" tabs={tabs} selected={selected} onSelect={setSelected} />
      <TabPanel idBase="ws" id={selected}>
        panel of {selected}
      </TabPanel>
    </>
  );
}

describe('Tabs', () => {
  it('hands the focus on when another tab is selected from elsewhere', () => {
    const tabs = ['tools', 'prompts'].map((id) => ({ id, label: id }));
    const view = (selected: string) => <Tabs label="W" idBase="w" {...{ tabs, selected }} onSelect={() => undefined} />;
    const { rerender } = render(view('prompts'));
    screen.getByRole('tab', { name: 'prompts' }).focus();
    rerender(view('tools'));
    expect(document.activeElement?.textContent).toBe('tools');
  });

  it('moves focus with arrows, Home and End, and selects only on Enter', async () => {
    const user = userEvent.setup();
    render(<Workspace />);
    await user.tab();
    expect(document.activeElement?.textContent).toBe('Tools14');
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('Prompts');
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Tools14');
    await user.keyboard('{End}');
    expect(document.activeElement?.textContent).toBe('Traffic12k');
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement?.textContent).toBe('Tools14');
    await user.keyboard('{End}{Enter}');
    expect(screen.getByRole('tabpanel', { name: 'Traffic 12k' }).textContent).toBe('panel of traffic');
    await user.keyboard('{Home}');
    expect(document.activeElement?.textContent).toBe('Tools14');
  });

  it('is one tab stop', async () => {
    const user = userEvent.setup();
    render(<Workspace />);
    await user.tab();
    await user.tab();
    expect(document.activeElement).toBe(document.body);
  });
});

describe('Segmented', () => {
  it('marks the choice as pressed and skips disabled ones with arrows', async () => {
    const user = userEvent.setup();
    const picked: string[] = [];
    const options = [
      { value: 'a', label: 'A' },
      { value: 'b', label: 'B', disabled: true },
      { value: 'c', label: 'C', count: 2 },
    ];
    render(<Segmented label="View" value="a" onChange={(value) => picked.push(value)} options={options} />);
    expect(screen.getByRole('button', { name: 'A' }).getAttribute('aria-pressed')).toBe('true');
    await user.tab();
    await user.keyboard('{ArrowRight} ');
    expect(picked).toEqual(['c']);
  });
});

describe('OptionButtons', () => {
  it('toggles values when several may be chosen and replaces when only one', async () => {
    const user = userEvent.setup();
    const many: string[][] = [];
    const one: string[][] = [];
    const options = ['paid', 'shipped'].map((value) => ({ value, label: value }));
    const shared = { options, value: ['paid'] };
    const { unmount } = render(<OptionButtons {...shared} label="s" multiple onValue={(value) => many.push(value)} />);
    await user.click(screen.getByRole('button', { name: 'shipped' }));
    await user.click(screen.getByRole('button', { name: 'paid' }));
    unmount();
    render(<OptionButtons {...shared} label="s" onValue={(value) => one.push(value)} />);
    expect(screen.getByRole('radio', { name: 'paid', checked: true })).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'shipped' }));
    expect({ many, one }).toEqual({ many: [['paid', 'shipped'], []], one: [['shipped']] });
  });
});
