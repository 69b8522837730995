import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useHotkey } from '#web/screen/hotkeys.ts';

export interface WarnKeys {
  /** F4: dial the next contact. */
  dial: () => void;
  /** F9: close the case. */
  close: () => void;
  note: () => void;
}

/** Binds the keys of an open warn while its page is active. */
export function useWarnKeys(active: boolean, { dial, close, note }: WarnKeys): void {
  useHotkey('F4', dial, active);
  useHotkey('F9', close, active);
  useHotkey('N', note, active);
}

/** Whether arrows and Enter belong to the queue: not in inputs, lists and dialogs. */
function isFree(target: EventTarget | null, queue: HTMLElement | null): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return false;
  return target === document.body || (target instanceof Node && (queue?.contains(target) ?? false));
}

/**
 * Binds the queue's keys: J K ↑ ↓ move, R reloads, Enter enters the chosen warn. F2 and F8 are global and not bound
 * here.
 */
export function useQueueKeys(
  active: boolean,
  queue: RefObject<HTMLElement | null>,
  keys: { step: (by: 1 | -1) => void; open: () => void; reload: () => void },
): void {
  useHotkey('J', () => keys.step(1), active);
  useHotkey('K', () => keys.step(-1), active);
  useHotkey('R', keys.reload, active);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || !isFree(event.target, queue.current)) return;
    const actions: Record<string, () => void> = {
      ArrowDown: () => keys.step(1),
      ArrowUp: () => keys.step(-1),
      ...(event.target === document.body && { Enter: keys.open }),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    if (!active) return;
    const listen = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, [active]);
}
