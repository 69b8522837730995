import { type ReactNode, useId } from 'react';
import { fullTime } from '#web/data/format.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { CardData } from './useCard.ts';

interface Props<T> {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  className?: string;
  card: CardData<T>;
  /** Lines of the placeholder while the first answer is awaited. */
  lines?: number;
  children: (data: T) => ReactNode;
}

/** A card that fails alone: its neighbours go on, and it says so with 重试. */
export function Card<T>({ title, note, action, className = '', card, lines = 2, children }: Props<T>) {
  const id = useId();
  const { data, lost } = card;
  const empty = lost && data === undefined;
  return (
    <section
      className={`home-card ${className}${empty ? ' lost' : ''} slim on-container`}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {data !== undefined && note}
        {data !== undefined && action && <span className="home-action push f13">{action}</span>}
      </header>
      {empty && <Lost onRetry={card.retry} />}
      {!lost && data === undefined && <Skeleton lines={Array(lines).fill(0)} className="home-skeleton" />}
      {data !== undefined && children(data)}
      {lost && data !== undefined && <Old card={card} />}
    </section>
  );
}

function Lost({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="home-lost f13 faint" role="status">
      没有取到
      <LinkButton onClick={onRetry}>重试</LinkButton>
    </p>
  );
}

/** The figures stand, and say how old they are. */
function Old({ card }: { card: CardData<unknown> }) {
  return (
    <p className="home-old f12 amber" role="status">
      {fullTime(new Date(card.at).toISOString()).slice(11)} 的数据，没有取到新的
      <LinkButton onClick={card.retry}>重试</LinkButton>
    </p>
  );
}
