import { type KeyboardEvent, type RefObject, useEffect } from 'react';

/**
 * Moves the focus to `[data-autofocus]`, else to the frame, and back at the end. The frame is above all dialogs and
 * drawers: it takes back a focus that they take late, and returns it to them at the end.
 */
export function useFocusInside(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let after = document.activeElement;
    let inside = frame.current?.querySelector<HTMLElement>('[data-autofocus]:not(:disabled)') ?? frame.current;
    const hold = (event: FocusEvent) => {
      const { target } = event;
      if (!(target instanceof HTMLElement)) return;
      const held = frame.current?.contains(target);
      if (!held && !target.closest('.ant-modal-root, .ant-drawer')) return;
      // The dialog below would take the focus back in its window listener.
      event.stopPropagation();
      if (held) inside = target;
      else {
        if (!after?.closest('.ant-modal-root, .ant-drawer')) after = target;
        inside?.focus();
      }
    };
    document.addEventListener('focusin', hold);
    inside?.focus();
    return () => {
      document.removeEventListener('focusin', hold);
      if (after instanceof HTMLElement && after.isConnected) after.focus();
    };
  }, [frame]);
}

const focusable =
  'a[href], button:not(:disabled), input:not(:disabled), textarea:not(:disabled), select:not(:disabled)';

/** Wraps Tab from the last element to the first, and back. */
export function trapFocus(event: KeyboardEvent, frame: HTMLElement): void {
  const items = [...frame.querySelectorAll<HTMLElement>(focusable)];
  const edge = event.shiftKey ? items[0] : items.at(-1);
  const start = event.shiftKey ? items.at(-1) : items[0];
  if (document.activeElement !== edge && document.activeElement !== frame) return;
  event.preventDefault();
  start?.focus();
}
