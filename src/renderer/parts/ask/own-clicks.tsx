import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react';

/**
 * What is drawn here may come between the two clicks of a double one, the first of which was meant for what lay there
 * before: the second one does nothing. Clicks that began here go through, however fast they follow each other.
 */
export function OwnClicks({ children }: { readonly children: ReactNode }) {
  const began = useRef(false);
  useEffect(() => {
    // Before the press reaches what is inside of this.
    const press = ({ detail }: globalThis.MouseEvent) => {
      if (detail <= 1) began.current = false;
    };
    document.addEventListener('mousedown', press, true);
    return () => document.removeEventListener('mousedown', press, true);
  }, []);
  const onMouseDownCapture = ({ detail }: MouseEvent) => {
    if (detail <= 1) began.current = true;
  };
  const onClickCapture = (event: MouseEvent) => {
    if (event.detail <= 1 || began.current) return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="own-clicks" {...{ onMouseDownCapture, onClickCapture }}>
      {children}
    </div>
  );
}
