import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { ExamForm } from './useExamForm.ts';

/** Returns the code of the item that an element belongs to. */
export const codeAt = (target: EventTarget | null): string | undefined =>
  (target as Element | null)?.closest<HTMLElement>('[data-item]')?.dataset.item;

type Keys = Pick<ExamForm, 'walk' | 'sameAsLast' | 'toMissing'>;

type Act = (() => void) | undefined;

/** Returns what a key does in a field of one line. */
function lineAction({ walk, toMissing }: Keys, key: string, kind: string | undefined, code: string): Act {
  if (key === 'ArrowDown') return () => walk(code, 1);
  if (key === 'ArrowUp') return () => walk(code, -1);
  // A number takes no such letter, so that the key works inside its field, too.
  return kind === 'number' && key.toLowerCase() === 'g' ? () => toMissing(code) : undefined;
}

/** Returns what a key does in a field of the form; undefined: what it does everywhere. */
function actionOf(keys: Keys, event: KeyboardEvent, code: string): Act {
  const { key, ctrlKey, metaKey, altKey, shiftKey, target } = event;
  if (!(target instanceof HTMLElement)) return undefined;
  const command = ctrlKey || metaKey;
  if (command && key.toLowerCase() === 'd') return () => keys.sameAsLast(code);
  if (command || altKey || target instanceof HTMLButtonElement) return undefined;
  if (key === 'Enter') return () => keys.walk(code, shiftKey ? -1 : 1);
  const { kind } = target.dataset;
  if (kind === 'several') return key.startsWith('Arrow') ? () => stepOption(target, key) : undefined;
  return target instanceof HTMLInputElement ? lineAction(keys, key, kind, code) : undefined;
}

/** Moves the focus among the options of an item. */
function stepOption(target: HTMLElement, key: string): void {
  const options = [...(target.closest('fieldset')?.querySelectorAll<HTMLElement>('input') ?? [])];
  const step = key === 'ArrowRight' || key === 'ArrowDown' ? 1 : -1;
  options[options.indexOf(target) + step]?.focus();
}

/** Enter and arrows walk through the fields, Ctrl D takes the last result, G finds what is missing. */
export function useFormKeys(table: RefObject<HTMLElement | null>, keys: Keys): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const code = codeAt(event.target);
    if (code === undefined || event.isComposing) return;
    const act = actionOf(keys, event, code);
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const element = table.current;
    element?.addEventListener('keydown', onKeyDown);
    return () => element?.removeEventListener('keydown', onKeyDown);
  }, [table]);
}
