import { type RefObject, useEffect, useEffectEvent } from 'react';
import { useHotkey } from '#web/screen/hotkeys.ts';

export interface WarnKeys {
  /** F4: dial the next contact. */
  dial: () => void;
  /** F9: close the case. */
  close: () => void;
  note: () => void;
}

/** The keys of an open case while its page is in front. */
export function useWarnKeys(active: boolean, { dial, close, note }: WarnKeys): void {
  useHotkey('F4', dial, active);
  useHotkey('F9', close, active);
  useHotkey('N', note, active);
}

/** Arrows and Enter are the queue's where nothing else has the focus; in inputs, lists and dialogs they are theirs. */
function isFree(target: EventTarget | null, queue: HTMLElement | null): boolean {
  if (document.querySelector('[role="dialog"], [role="alertdialog"]') !== null) return false;
  return target === document.body || (target instanceof Node && (queue?.contains(target) ?? false));
}

/**
 * J K ↑ ↓ walk through the queue, R asks again, Enter steps into the chosen case. F2 and F8 belong to the whole product
 * and are not taken here.
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
