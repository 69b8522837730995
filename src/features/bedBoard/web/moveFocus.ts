import type { KeyboardEvent } from 'react';

/** Returns the card beside another one, by where they are on the screen. */
function beside(from: HTMLElement, all: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step !== undefined) return all[all.indexOf(from) + step];
  const own = from.getBoundingClientRect();
  const sign = key === 'ArrowDown' ? 1 : -1;
  const distance = (card: HTMLElement) => {
    const box = card.getBoundingClientRect();
    return Math.abs(box.top - own.top) * 1000 + Math.abs(box.left - own.left);
  };
  return all
    .filter((card) => (card.getBoundingClientRect().top - own.top) * sign > 1)
    .sort((a, b) => distance(a) - distance(b))[0];
}

/** Moves the focus from a card to the one beside it, by the arrow key. */
export function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (!['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].includes(event.key)) return;
  const card = event.currentTarget;
  event.preventDefault();
  const all = card.closest('.board-floors')?.querySelectorAll<HTMLElement>('a[data-card]') ?? [];
  beside(card, [...all], event.key)?.focus();
}
