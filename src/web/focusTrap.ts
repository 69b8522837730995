import { type KeyboardEvent, type RefObject, useEffect } from 'react';

/** The focus goes to `[data-autofocus]` inside, else to the frame, and back to where it was at the end. */
export function useFocusInside(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const before = document.activeElement;
    const first = frame.current?.querySelector<HTMLElement>('[data-autofocus]') ?? frame.current;
    // A dialog below would fetch the focus back: it listens at the window.
    const hold = (event: FocusEvent) => {
      if (frame.current?.contains(event.target as Node)) event.stopPropagation();
    };
    document.addEventListener('focusin', hold);
    first?.focus();
    return () => {
      document.removeEventListener('focusin', hold);
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [frame]);
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled)';

/** For a pressed Tab: past the last element comes the first, and the other way round. */
export function keepInside(event: KeyboardEvent, frame: HTMLElement): void {
  const items = [...frame.querySelectorAll<HTMLElement>(focusable)];
  const edge = event.shiftKey ? items[0] : items.at(-1);
  const start = event.shiftKey ? items.at(-1) : items[0];
  if (document.activeElement !== edge && document.activeElement !== frame) return;
  event.preventDefault();
  start?.focus();
}
