import type { ReactNode } from 'react';

export interface SettingRowProps {
  readonly title: string;
  readonly note?: ReactNode;
  /** The control, at the right end. */
  readonly children: ReactNode;
}

/** One setting: what it is, and the control that changes it. */
export function SettingRow({ title, note, children }: SettingRowProps) {
  return (
    <div className="setting">
      <div>
        <p className="b5">{title}</p>
        {note !== undefined && <p className="fs12 t2">{note}</p>}
      </div>
      <div className="setting-c">{children}</div>
    </div>
  );
}
