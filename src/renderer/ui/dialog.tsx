import { type LucideIcon, X } from 'lucide-react';
import { Dialog as Primitive } from 'radix-ui';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { cx } from './cx.ts';
import { IconButton } from './icon-button.tsx';
import { hasMod } from './platform.ts';

export interface DialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly title: string;
  readonly description?: ReactNode;
  readonly footer?: ReactNode;
  readonly children: ReactNode;
  readonly closeLabel?: string | undefined;
  readonly closeIcon?: LucideIcon | undefined;
  /** In front of the title. */
  readonly icon?: ReactNode;
  /** It asks before something that cannot be taken back: announced as an alert, and a press beside it does not close it. */
  readonly alert?: boolean | undefined;
  /** Gets focus on opening; otherwise the first control does. */
  readonly initialFocus?: RefObject<HTMLElement | null> | undefined;
  /** CSS width, 520 px unless told; never wider than the window. */
  readonly width?: number | undefined;
  readonly className?: string | undefined;
  /** Something is typed in it: a press beside it does not close it. */
  readonly holds?: boolean | undefined;
  /** Mod+Enter anywhere in it, before an editor takes it for a new line. */
  readonly onModEnter?: (() => void) | undefined;
}

const FIELDS = ['input', 'select', 'textarea'];
const CONTROLS = [...FIELDS, 'button', '[tabindex="0"]'];

const EDITOR_BOXES = ['suggest', 'find', 'parameter-hints'].map((box) => `.${box}-widget.visible`).join(',');

/** A box that the code editor has open takes Escape for itself. */
function editorTakes(target: EventTarget | null): boolean {
  const editor = target instanceof Element ? target.closest('.monaco-editor') : null;
  return editor?.querySelector(EDITOR_BOXES) != null;
}

/** The first field of the body, else its first control, else that of the footer; the close button comes last. */
function firstControl(content: HTMLElement): HTMLElement | null {
  const within = (part: string, tags: readonly string[]) =>
    content.querySelector<HTMLElement>(tags.map((tag) => `${part} ${tag}:not(:disabled)`).join(','));
  return within('.dlg-b', FIELDS) ?? within('.dlg-b', CONTROLS) ?? within('.dlg-f', CONTROLS);
}

/** C20. A modal dialog: focus stays inside, Escape closes it, focus returns to the opener. */
export function Dialog(props: DialogProps) {
  const { open, onOpenChange, title, description, footer, children, closeLabel = 'Close', width = 520 } = props;
  const { onModEnter } = props;
  const press = (event: KeyboardEvent) => {
    if (!onModEnter || event.key !== 'Enter' || !hasMod(event)) return;
    event.preventDefault();
    event.stopPropagation();
    onModEnter();
  };
  const focusFirst = (event: Event) => {
    const content = event.currentTarget;
    if (!(content instanceof HTMLElement)) return;
    event.preventDefault();
    // A sheet to read takes the focus itself: on Close it would show a hint that swallows the first Escape.
    (props.initialFocus?.current ?? firstControl(content) ?? content).focus();
  };
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="scrim" />
        <Primitive.Content
          className={cx('dlg', props.className)}
          {...(props.alert ? { role: 'alertdialog', 'aria-modal': true } : {})}
          style={{ width }}
          onOpenAutoFocus={focusFirst}
          onKeyDownCapture={press}
          onEscapeKeyDown={(event) => editorTakes(event.target) && event.preventDefault()}
          onInteractOutside={(event) => (props.holds || props.alert) && event.preventDefault()}
          {...(description === undefined ? { 'aria-describedby': undefined } : {})}
        >
          <div className="dlg-h">
            {props.icon}
            <div className="grow">
              <Primitive.Title asChild>
                <h2>{title}</h2>
              </Primitive.Title>
              {description !== undefined && (
                <Primitive.Description asChild>
                  <div className="t2 fs12">{description}</div>
                </Primitive.Description>
              )}
            </div>
            <IconButton icon={props.closeIcon ?? X} label={closeLabel} onClick={() => onOpenChange(false)} />
          </div>
          <div className="dlg-b">{children}</div>
          {footer && <div className="dlg-f">{footer}</div>}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
