import { useNow } from '#web/core/now.ts';
import type { Card } from './card.ts';

const spanMs = 12 * 3_600_000;

/** The last twelve hours: filled in bed, hatched since an offline sensor spoke last. */
export function StayStrip({ card: { strip, state, at } }: { card: Card }) {
  const now = useNow(60_000);
  const place = (iso: string) => Math.min(100, Math.max(0, 100 + ((Date.parse(iso) - now) / spanMs) * 100));
  const lost = state === 'offline' && at ? place(at) : 100;
  return (
    <span className="board-strip" aria-hidden>
      {strip?.map(({ from, to }) => (
        <i key={from} style={{ left: `${place(from)}%`, width: `${Math.max(0.8, place(to) - place(from))}%` }} />
      ))}
      {lost < 100 && <i className="board-lost" style={{ left: `${lost}%`, right: 0 }} />}
    </span>
  );
}
