import { cleanup, render } from '@testing-library/react';
import axe from 'axe-core';
import { Copy, Eye, Search } from 'lucide-react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { Button } from '../../../src/renderer/ui/button.tsx';
import { Callout } from '../../../src/renderer/ui/callout.tsx';
import { Checkbox } from '../../../src/renderer/ui/checkbox.tsx';
import { Chip } from '../../../src/renderer/ui/chip.tsx';
import { CodeBox } from '../../../src/renderer/ui/code-box.tsx';
import { Count } from '../../../src/renderer/ui/count.tsx';
import { DataTable } from '../../../src/renderer/ui/data-table.tsx';
import { Dialog } from '../../../src/renderer/ui/dialog.tsx';
import { EmptyState } from '../../../src/renderer/ui/empty-state.tsx';
import { Field } from '../../../src/renderer/ui/field.tsx';
import { FieldGroup } from '../../../src/renderer/ui/field-group.tsx';
import { IconButton } from '../../../src/renderer/ui/icon-button.tsx';
import { JsonTree } from '../../../src/renderer/ui/json-tree.tsx';
import { KeyValue } from '../../../src/renderer/ui/key-value.tsx';
import { Ladder } from '../../../src/renderer/ui/ladder.tsx';
import { ListPane } from '../../../src/renderer/ui/list-pane.tsx';
import { OptionButtons } from '../../../src/renderer/ui/option-buttons.tsx';
import { RadioGroup } from '../../../src/renderer/ui/radio-group.tsx';
import { Segmented } from '../../../src/renderer/ui/segmented.tsx';
import { Select } from '../../../src/renderer/ui/select.tsx';
import { Split } from '../../../src/renderer/ui/split.tsx';
import { Switch } from '../../../src/renderer/ui/switch.tsx';
import { TabPanel } from '../../../src/renderer/ui/tab-panel.tsx';
import { Tabs } from '../../../src/renderer/ui/tabs.tsx';
import { TextArea } from '../../../src/renderer/ui/text-area.tsx';
import { TextInput } from '../../../src/renderer/ui/text-input.tsx';
import { Toasts } from '../../../src/renderer/ui/toasts.tsx';
import { VirtualList } from '../../../src/renderer/ui/virtual-list.tsx';

afterEach(cleanup);

const ignore = (): void => undefined;
const OPTIONS = ['a', 'b'].map((value) => ({ value, label: value }));
const rows = { count: 50, version: 1, getRow: (index: number) => ({ index }) };
const columns = [{ id: 'i', header: 'Index', width: 80, render: (row: { index: number }) => row.index }];
const tools = [
  {
    id: 'g',
    label: 'orders',
    count: 1,
    collapsed: false,
    rows: [{ id: 'a', label: 'get', icon: Eye, iconLabel: 'Read only' }],
  },
];

const WIDGETS: Readonly<Record<string, ReactElement>> = {
  buttons: (
    <>
      <Button icon={Search} keys={['mod', 'K']}>
        Search
      </Button>
      <IconButton icon={Copy} label="Copy" pressed={false} />
      <Chip kind="ok">Connected</Chip>
      <Count value={2} tone="wait" label="2 waiting" />
    </>
  ),
  form: (
    <FieldGroup name="sort" type="object">
      <Field name="a" hint="h" error="e" required="required">
        {(control) => <TextInput {...control} value="" onValue={ignore} />}
      </Field>
      <Field label="b">{(control) => <TextArea {...control} value="" onValue={ignore} />}</Field>
      <Field label="c">{(control) => <Select {...control} value="a" onValue={ignore} options={OPTIONS} />}</Field>
      <Field label="d">{(control) => <Switch {...control} checked onChecked={ignore} />}</Field>
      <Field name="e" group error="Choose one">
        {(control) => <OptionButtons control={control} label="e" value={[]} onValue={ignore} options={OPTIONS} />}
      </Field>
      <Checkbox checked="mixed" onChecked={ignore}>
        All
      </Checkbox>
      <RadioGroup label="Mode" value="a" onValue={ignore} options={OPTIONS} />
      <Segmented label="View" value="a" onChange={ignore} options={OPTIONS} />
    </FieldGroup>
  ),
  tabs: (
    <>
      <Tabs label="Workspace" idBase="w" tabs={[{ id: 'a', label: 'A', count: 3 }]} selected="a" onSelect={ignore} />
      <TabPanel idBase="w" id="a">
        <KeyValue items={[{ label: 'Transport', value: 'stdio' }]} />
      </TabPanel>
    </>
  ),
  list: (
    <ListPane
      label="Tools"
      groups={tools}
      selectedId="a"
      onSelect={ignore}
      onToggleGroup={ignore}
      filter={{ value: '', onValue: ignore, placeholder: 'Filter tools' }}
      footer="Listed 18:41"
    />
  ),
  log: <VirtualList label="stderr" role="log" rows={rows} rowHeight={18} renderRow={(row) => row.index} />,
  listbox: (
    <VirtualList
      label="Runs"
      role="listbox"
      rows={rows}
      rowHeight={18}
      renderRow={(row) => row.index}
      active={1}
      onActive={ignore}
    />
  ),
  table: <DataTable label="Exchanges" rows={rows} columns={columns} active={1} onActive={ignore} />,
  json: (
    <CodeBox title="structuredContent" meta="1.9 KB">
      <JsonTree label="Result" value={{ a: [1, { b: 'x'.repeat(300) }] }} onCopy={ignore} />
    </CodeBox>
  ),
  messages: (
    <>
      <Callout kind="err" title="What" role="alert">
        Why
      </Callout>
      <EmptyState title="No tools">This server offers none.</EmptyState>
      <Ladder label="What happened" steps={[{ id: 'a', title: 'Started', state: 'running' }]} />
      <Toasts toasts={[{ id: 't', text: 'Copied' }]} onDismiss={ignore} />
    </>
  ),
  split: (
    <Split
      label="Width"
      direction="row"
      fixed="first"
      size={248}
      onSize={ignore}
      defaultSize={248}
      min={100}
      minOther={100}
      first="a"
      second="b"
    />
  ),
  dialog: (
    <Dialog open onOpenChange={ignore} title="Add a server" footer={<Button>Cancel</Button>}>
      Text
    </Dialog>
  ),
};

describe('axe', () => {
  it.each(Object.entries(WIDGETS))('finds nothing wrong with: %s', async (_name, widget) => {
    render(<main>{widget}</main>);
    // Colours need a browser; landmarks and headings belong to the page around the widget.
    const off = ['color-contrast', 'region', 'page-has-heading-one'];
    const rules = Object.fromEntries(off.map((rule) => [rule, { enabled: false }]));
    const result = await axe.run(document.body, { rules });
    expect(result.violations.map((problem) => `${problem.id}: ${problem.nodes[0]?.html}`)).toEqual([]);
  });
});
