import { type ReactNode, useId } from 'react';

export interface SettingBlockProps {
  readonly title: string;
  readonly note?: ReactNode;
  /** At the right end of the heading. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** Settings that belong together, under a heading. */
export function SettingBlock({ title, note, actions, children }: SettingBlockProps) {
  const id = useId();
  return (
    <section className="setting-b" aria-labelledby={id}>
      <div className="row setting-h">
        <div>
          <h2 id={id}>{title}</h2>
          {note !== undefined && <p className="fs12 t2">{note}</p>}
        </div>
        {actions !== undefined && (
          <>
            <span className="sp" />
            {actions}
          </>
        )}
      </div>
      <div className="codebox setting-l">{children}</div>
    </section>
  );
}
