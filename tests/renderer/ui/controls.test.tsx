import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Copy } from 'lucide-react';
import { useRef, useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Button } from '../../../src/renderer/ui/button.tsx';
import { Checkbox } from '../../../src/renderer/ui/checkbox.tsx';
import { Dialog } from '../../../src/renderer/ui/dialog.tsx';
import { Field } from '../../../src/renderer/ui/field.tsx';
import { IconButton } from '../../../src/renderer/ui/icon-button.tsx';
import { Ladder } from '../../../src/renderer/ui/ladder.tsx';
import { Menu } from '../../../src/renderer/ui/menu.tsx';
import { Select } from '../../../src/renderer/ui/select.tsx';
import { Splitter } from '../../../src/renderer/ui/splitter.tsx';
import { Switch } from '../../../src/renderer/ui/switch.tsx';
import { TextInput } from '../../../src/renderer/ui/text-input.tsx';

afterEach(cleanup);

describe('Field', () => {
  it('joins label, hint and error to the control', () => {
    render(
      <Field name="order_id" type="string" required="required" hint="Like ord_00000" error="Does not match">
        {(control) => <TextInput {...control} value="x" onValue={() => undefined} />}
      </Field>,
    );
    const input = screen.getByRole('textbox', { name: 'order_id' });
    const described = (input.getAttribute('aria-describedby') ?? '').split(' ');
    expect(described.map((id) => document.getElementById(id)?.textContent)).toEqual([
      'Like ord_00000',
      'Does not match',
    ]);
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(input.getAttribute('aria-required')).toBe('true');
  });
});

describe('inputs', () => {
  it('report values, not events', async () => {
    const user = userEvent.setup();
    const seen: unknown[] = [];
    render(
      <>
        <Checkbox checked="mixed" onChecked={(on) => seen.push(on)}>
          All
        </Checkbox>
        <Switch aria-label="Verbose" checked={false} onChecked={(on) => seen.push(on)} />
        <Select
          aria-label="Order"
          value="asc"
          onValue={(value) => seen.push(value)}
          options={['asc', 'desc'].map((value) => ({ value, label: value }))}
        />
      </>,
    );
    expect(screen.getByRole<HTMLInputElement>('checkbox').indeterminate).toBe(true);
    await user.click(screen.getByText('All'));
    await user.click(screen.getByRole('switch', { name: 'Verbose', checked: false }));
    await user.selectOptions(screen.getByRole('combobox', { name: 'Order' }), 'desc');
    expect(seen).toEqual([true, true, 'desc']);
  });
});

describe('IconButton', () => {
  it('has a name, a toggle state and a tooltip on keyboard focus that is not read twice', async () => {
    const user = userEvent.setup();
    render(<IconButton icon={Copy} label="Copy" pressed keys={['shift', 'C']} />);
    const button = screen.getByRole('button', { name: 'Copy', pressed: true });
    expect(button.getAttribute('aria-keyshortcuts')).toBe('Shift+C');
    await user.tab();
    expect((await screen.findByRole('tooltip')).textContent).toContain('Copy');
    expect(button.hasAttribute('aria-describedby')).toBe(false);
  });
});

function Asking() {
  const [open, setOpen] = useState(false);
  const safest = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Delete</Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title="Delete the recording"
        description="It cannot be brought back."
        initialFocus={safest}
        footer={
          <>
            <Button ref={safest} onClick={() => setOpen(false)}>
              Cancel
            </Button>
            <Button variant="danger">Delete it</Button>
          </>
        }
      >
        <input aria-label="Reason" />
      </Dialog>
    </>
  );
}

describe('Dialog', () => {
  it('focuses the safest button, keeps focus inside, and gives it back', async () => {
    const user = userEvent.setup();
    render(<Asking />);
    await user.click(screen.getByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete the recording' });
    expect(document.activeElement?.textContent).toBe('Cancel');
    for (let press = 0; press < 7; press += 1) {
      await user.tab();
      expect(dialog.contains(document.activeElement)).toBe(true);
    }
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Delete');
  });

  it('focuses the first field when nothing else is asked for', () => {
    render(
      <Dialog open onOpenChange={() => undefined} title="Add a server">
        <input aria-label="Name" />
      </Dialog>,
    );
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Name');
  });
});

function KeyMenu() {
  const [open, setOpen] = useState(false);
  const items = ['Oslo', 'Lisbon'].map((label) => ({ id: label, label, onSelect: vi.fn() }));
  return (
    <>
      <input aria-label="city" onKeyDown={() => setOpen(true)} />
      <Menu open={open} onOpenChange={setOpen} trigger={<Button>Earlier</Button>} items={items} />
    </>
  );
}

describe('Menu', () => {
  it('opens by keyboard, walks, runs and gives focus back', async () => {
    const user = userEvent.setup();
    const ran: string[] = [];
    const item = (id: string) => ({ id, label: id, onSelect: () => ran.push(id) });
    const items = [
      { heading: 'Copy' },
      item('JSON'),
      { ...item('curl'), disabled: true },
      { ...item('CLI'), checked: true },
    ];
    render(<Menu trigger={<Button>Copy as</Button>} items={items} />);
    await user.tab();
    await user.keyboard('{Enter}');
    expect(screen.getAllByRole('menuitem').map((entry) => entry.textContent)).toEqual(['JSON', 'curl']);
    await user.keyboard('{ArrowDown}{Enter}');
    expect(ran).toEqual(['CLI']);
    expect(document.activeElement?.textContent).toBe('Copy as');
  });

  it('tells a line apart from an entry of the same name', async () => {
    const problems = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const user = userEvent.setup();
    const entry = { id: 'trace', label: 'Copy trace id', onSelect: () => undefined };
    const items = [{ heading: 'trace' }, { separator: 'trace' }, entry];
    render(<Menu trigger={<Button>More</Button>} items={items} />);
    await user.click(screen.getByRole('button', { name: 'More' }));
    expect(await screen.findByRole('menuitem', { name: 'Copy trace id' })).toBeTruthy();
    expect(problems).not.toHaveBeenCalled();
    problems.mockRestore();
  });

  it('has its first item chosen when a key opened it, also where the pointer moves just then', () => {
    render(<KeyMenu />);
    const field = screen.getByRole('textbox', { name: 'city' });
    act(() => {
      fireEvent.keyDown(field, { key: 'ArrowDown' });
      fireEvent.pointerMove(field);
    });
    expect(document.activeElement).toBe(screen.getByRole('menuitem', { name: 'Oslo' }));
  });
});

describe('Splitter', () => {
  it('moves by 16 px, stops at its limits and resets', () => {
    const sizes: number[] = [];
    render(
      <Splitter
        label="Width of the list"
        orientation="vertical"
        size={250}
        min={200}
        max={260}
        defaultSize={248}
        onSize={(size) => sizes.push(size)}
      />,
    );
    const line = screen.getByRole('separator', { name: 'Width of the list' });
    expect(line.getAttribute('aria-valuenow')).toBe('250');
    for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'ArrowUp']) fireEvent.keyDown(line, { key });
    fireEvent.doubleClick(line);
    expect(sizes).toEqual([234, 260, 200, 260, 248]);
  });

  it('turns the direction round for a pane after the line', () => {
    const sizes: number[] = [];
    const shared = { label: 'Dock', min: 60, max: 400, defaultSize: 100, size: 100 };
    render(<Splitter {...shared} orientation="horizontal" paneAfter onSize={(size) => sizes.push(size)} />);
    const line = screen.getByRole('separator');
    fireEvent.keyDown(line, { key: 'ArrowUp' });
    const pointer = (type: string, clientY: number) =>
      fireEvent(line, new MouseEvent(`pointer${type}`, { bubbles: true, button: 0, clientY }));
    pointer('down', 500);
    pointer('move', 450);
    pointer('up', 450);
    pointer('move', 100);
    expect(sizes).toEqual([116, 150]);
  });
});

describe('Ladder', () => {
  it('says every state in words', () => {
    render(
      <Ladder
        label="What happened"
        steps={[
          { id: 'a', title: 'Started', state: 'done', time: '38 ms' },
          { id: 'b', title: 'No answer', state: 'failed', fact: 'Exited with code 1.' },
          { id: 'c', title: 'Listed', state: 'pending' },
        ]}
      />,
    );
    expect(screen.getAllByRole('img').map((glyph) => glyph.getAttribute('aria-label'))).toEqual([
      'Passed',
      'Failed',
      'Not reached',
    ]);
    expect(screen.getAllByRole('listitem')[1]?.textContent).toContain('Exited with code 1.');
  });
});
