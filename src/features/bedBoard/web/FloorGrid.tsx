import type { CSSProperties, KeyboardEvent } from 'react';
import { BedCard } from './BedCard.tsx';
import type { Floor } from './card.ts';

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

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  if (!['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].includes(event.key)) return;
  const card = (event.target as HTMLElement).closest<HTMLElement>('[data-card]');
  if (!card) return;
  event.preventDefault();
  beside(card, [...event.currentTarget.querySelectorAll<HTMLElement>('a[data-card]')], event.key)?.focus();
}

/** Floors as rows of cards; arrow keys go from card to card. */
export function FloorGrid({ floors, bedLink }: { floors: readonly Floor[]; bedLink: string | undefined }) {
  const most = Math.max(...floors.map(({ cards }) => cards.length));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys between links, which work without them
    <div className="board-floors" style={{ '--most': most } as CSSProperties} onKeyDown={moveFocus}>
      {floors.map(({ key, label, building, cards }, index) => (
        <section key={key} className="board-floor" aria-label={[building, label, '楼'].join(' ').trim()}>
          {building && building !== floors[index - 1]?.building && (
            <p className="board-building font-bold">{building}</p>
          )}
          <h2 className="board-label">
            {key === 'home' ? label : <b>{label}</b>}
            {/^\d+$/.test(label) && ' 楼'}
          </h2>
          <div className="board-cards">
            {cards.map((placed) => (
              <BedCard key={placed.key} placed={placed} bedLink={bedLink} />
            ))}
          </div>
        </section>
      ))}
    </div>
  );
}
