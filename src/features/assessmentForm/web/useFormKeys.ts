import { useEffect, useEffectEvent, useState } from 'react';
import { singleKeysOn, useHotkey } from '#web/screen/hotkeys.ts';
import { useScreen } from '#web/screen/screen.ts';
import { nextKeys, optionKeys, press } from './optionKeys.ts';
import type { Form } from './useForm.ts';

/** Elements that use arrow keys themselves. */
const own = 'input, textarea, select, [contenteditable], [role="dialog"], [role="alertdialog"], [role="menu"]';

/** Calls `step` for the arrow keys outside of controls that use them. */
function useArrows(step: (by: 1 | -1) => void, active: boolean): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key] as 1 | -1 | undefined;
    if (by === undefined || event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest(own)) return;
    if (document.querySelector('[aria-modal="true"]')) return;
    event.preventDefault();
    step(by);
  });
  useEffect(() => {
    if (!active) return;
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [active]);
}

interface Acts {
  onNote: () => void;
  onSubmit: () => void;
}

/** Binds the keys of the page (look.md 7); returns the places of the options that the next key decides between. */
export function useFormKeys(form: Form, { onNote, onSubmit }: Acts): readonly number[] {
  const { active } = useScreen();
  const { place, groups, edits } = form;
  const item = groups.flatMap(({ items }) => items).find(({ code }) => code === place);
  const keys = item ? optionKeys(item.options) : [];
  const [pending, setPending] = useState({ place, typed: '' });
  const typed = pending.place === place ? pending.typed : '';
  const chooses = active && edits && item !== undefined;
  const pressed = ({ key }: KeyboardEvent) => {
    const outcome = press(keys, typed, key);
    setPending({ place, typed: outcome && 'typed' in outcome ? outcome.typed : '' });
    const option = outcome && 'chosen' in outcome ? item?.options[outcome.chosen] : undefined;
    if (!item || !option) return;
    const next = form.answer(item, option.code);
    if (next !== undefined) form.goTo(next);
  };
  useHotkey('G', form.toNextOpen, active);
  useHotkey('N', onNote, active && edits);
  useHotkey('Ctrl Enter', onSubmit, active && edits);
  useHotkey([...new Set(keys.map((each) => each.charAt(0)))], pressed, chooses && singleKeysOn());
  // Letters belong to other keys until a digit is typed; bound last, they have priority.
  const following = typed === '' ? [] : nextKeys(keys, typed).map((key) => (key === 'Enter' ? key : key.toUpperCase()));
  useHotkey(following, pressed, chooses && typed !== '' && singleKeysOn());
  useHotkey('Esc', () => setPending({ place, typed: '' }), chooses && typed !== '');
  useArrows(form.step, active);
  return typed === '' ? [] : keys.flatMap((each, at) => (each.startsWith(typed) ? [at] : []));
}
