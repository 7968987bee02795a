import { Copy, Download, Ellipsis, Pencil, Plus, Trash2, Upload } from 'lucide-react';
import { useId, useState } from 'react';
import { messageOf } from '#shared/errors.ts';
import type { RuleProfile } from '#shared/reply-rules.ts';
import { downloadPlace } from '../../parts/download-place.ts';
import { FileButton } from '../../parts/file-button.tsx';
import { saveBlob } from '../../parts/save-blob.ts';
import { useHost, useWirebench } from '../../store/wirebench.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useFeedback } from '../../ui/feedback.tsx';
import { ForeignText } from '../../ui/foreign-text.tsx';
import { plural } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { ProfileDialog, type ProfileName } from './profile-dialog.tsx';
import { SettingBlock } from './setting-block.tsx';
import { useRuleBook } from './use-rule-book.ts';

const fileName = (name: string) => `${name.replace(/[^\p{L}\p{N}]+/gu, '-').toLowerCase() || 'profile'}.profile.json`;

interface RowProps {
  readonly profile: RuleProfile;
  readonly group: string;
  readonly active: boolean;
  readonly only: boolean;
  readonly onName: (name: ProfileName) => void;
}

function Row({ profile, group, active, only, onName }: RowProps) {
  const host = useHost();
  const { app } = useWirebench();
  const { toast } = useFeedback();
  const { id, name, rules } = profile;
  const failed = (error: unknown) => toast(messageOf(error));
  const save = () => {
    host['profile.export']({ id }).then(({ text }) => {
      saveBlob(new Blob([text], { type: 'application/json' }), fileName(name));
      toast(`${fileName(name)} is saved ${downloadPlace(app)}.`);
    }, failed);
  };
  const remove = () => {
    const back = async () => {
      const { text } = await exported;
      const { id: made } = await host['profile.import']({ text });
      if (active) await host['profile.use']({ id: made });
    };
    const exported = host['profile.export']({ id });
    exported
      .then(() => host['profile.remove']({ id }))
      .then(
        () => toast(`Removed the profile ${name}`, { label: 'Undo', run: () => void back().catch(failed) }),
        failed,
      );
  };
  return (
    <li className="setting">
      <label className="chk-row">
        <span className="chk-box">
          <input
            type="radio"
            className="rad"
            name={group}
            checked={active}
            onChange={() => void host['profile.use']({ id }).catch(failed)}
          />
        </span>
        <span>
          {name} <span className="fs12 t3">{plural(rules.length, 'rule')}</span>
        </span>
      </label>
      <div className="setting-c">
        <Menu
          align="end"
          trigger={<IconButton size="sm" icon={Ellipsis} label={`More for ${name}`} />}
          items={[
            { id: 'rename', label: 'Rename…', icon: Pencil, onSelect: () => onName({ id, name }) },
            {
              id: 'copy',
              label: 'Make a copy…',
              icon: Copy,
              onSelect: () => onName({ copyOf: id, name: `${name} copy` }),
            },
            { id: 'export', label: 'Export as a file', icon: Download, onSelect: save },
            {
              id: 'remove',
              label: 'Remove',
              icon: Trash2,
              danger: true,
              disabled: only,
              ...(only ? { note: 'The only profile' } : {}),
              onSelect: remove,
            },
          ]}
        />
      </div>
    </li>
  );
}

/** Named sets of rules, one of which counts; as files they go to other computers and the command line. */
export function Profiles() {
  const host = useHost();
  const { toast } = useFeedback();
  const { book } = useRuleBook();
  const group = useId();
  const [naming, setNaming] = useState<ProfileName>();
  const [problem, setProblem] = useState<string>();
  const take = async (file: File) => {
    setProblem(undefined);
    const { id } = await host['profile.import']({ text: await file.text() });
    toast('Profile imported. Its rules do not count yet.', {
      label: 'Use it',
      run: () => void host['profile.use']({ id }).catch((error: unknown) => toast(messageOf(error))),
    });
  };
  return (
    <SettingBlock
      title="Profiles"
      note="Named sets of the rules above. The chosen one counts. As a file, wirebench --profile takes it too."
      actions={
        <div className="row">
          <FileButton
            size="sm"
            variant="quiet"
            icon={Upload}
            label="Import"
            what="Profile of reply rules"
            accept=".json,application/json"
            onFile={(file) =>
              void take(file).catch((error: unknown) => setProblem(`${file.name}: ${messageOf(error)}`))
            }
          />
          <Button size="sm" icon={Plus} onClick={() => setNaming({ name: '' })}>
            New profile
          </Button>
        </div>
      }
    >
      {problem !== undefined && (
        <Callout kind="err" title="No profile was imported" role="alert">
          <ForeignText text={problem} limit={600} />
        </Callout>
      )}
      <ul aria-label="Profiles">
        {book.profiles.map((profile) => (
          <Row
            key={profile.id}
            profile={profile}
            group={group}
            active={profile.id === book.active}
            only={book.profiles.length === 1}
            onName={setNaming}
          />
        ))}
      </ul>
      {naming && <ProfileDialog start={naming} onClose={() => setNaming(undefined)} />}
    </SettingBlock>
  );
}
