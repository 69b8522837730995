import { useEffect, useRef } from 'react';
import { readLocal, writeLocal } from '#web/core/storage.ts';

interface Hotkey {
  /** `F2`, `Ctrl K`, `Alt 1`, `J`, `/`, `?`, `Esc`. */
  keys: readonly string[];
  run: (event: KeyboardEvent) => void;
}

const setting = 'single_keys';

/** Returns whether single-letter keys are on (they can be switched off, WCAG 2.1.4). */
export function singleKeysOn(): boolean {
  return readLocal<boolean>(setting) ?? true;
}

/** Stores whether single-letter keys are on. */
export function switchSingleKeys(on: boolean): void {
  writeLocal(setting, on, 365 * 86_400);
}

/**
 * Binds keys, named as in look.md 7, while `active`. Function keys and combinations work everywhere, single characters
 * only outside inputs and only while they are on. The last binding has priority.
 */
export function useHotkey(keys: string | readonly string[], run: (event: KeyboardEvent) => void, active = true): void {
  const latest = useRef(run);
  latest.current = run;
  const list = typeof keys === 'string' ? keys : keys.join('|');
  useEffect(() => {
    if (!active) return;
    const hotkey: Hotkey = { keys: list.split('|'), run: (event) => latest.current(event) };
    return bind(hotkey);
  }, [list, active]);
}

/** Returns the name of a pressed key: `Ctrl K`, `Alt 1`, `F2`, `J`, `?`. */
export function keyName(event: Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey'>): string {
  const modifier = event.ctrlKey || event.metaKey ? 'Ctrl ' : event.altKey ? 'Alt ' : '';
  // With Alt some layouts type other characters, so the key's position is used.
  const placed = /^(?:Digit|Key)(.)$/.exec(event.code)?.[1];
  const key = event.altKey && placed ? placed : event.key === 'Escape' ? 'Esc' : event.key;
  return modifier + (key.length === 1 ? key.toUpperCase() : key);
}

const bound: Hotkey[] = [];

function bind(hotkey: Hotkey): () => void {
  if (bound.length === 0) addEventListener('keydown', onKeyDown);
  bound.push(hotkey);
  return () => {
    bound.splice(bound.indexOf(hotkey), 1);
    if (bound.length === 0) removeEventListener('keydown', onKeyDown);
  };
}

function onKeyDown(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing) return;
  const name = keyName(event);
  if (name.length === 1 && (!singleKeysOn() || isTyping(event.target) || isInDialog(event.target))) return;
  // Function keys of the page do not work under an overlay.
  if (/^F\d/.test(name) && isCovered()) return;
  const hotkey = bound.findLast((candidate) => candidate.keys.includes(name));
  if (!hotkey) return;
  event.preventDefault();
  hotkey.run(event);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Returns whether an element is in a dialog or a question above the page. */
export function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="alertdialog"]') !== null;
}

function isCovered(): boolean {
  return [...document.querySelectorAll('[aria-modal="true"]')].some((each) => each.getClientRects().length > 0);
}
