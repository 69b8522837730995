import type { CSSProperties } from 'react';
import { BedCard } from './BedCard.tsx';
import type { Floor } from './card.ts';

/** Floors as rows of cards; arrow keys go from card to card. */
export function FloorGrid({ floors, bedLink }: { floors: readonly Floor[]; bedLink: string | undefined }) {
  const most = Math.max(...floors.map(({ cards }) => cards.length));
  return (
    <div className="board-floors" style={{ '--most': most } as CSSProperties}>
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
