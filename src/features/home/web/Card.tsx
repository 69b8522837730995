import { type ReactNode, useId } from 'react';
import { fullTime } from '#web/data/format.ts';
import type { CardData } from '#web/screen/useCardData.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

interface Props<T> {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  className?: string;
  card: CardData<T>;
  /** Lines of the placeholder while the first answer loads. */
  lines?: number;
  children: (data: T) => ReactNode;
}

/** Card that fails alone: it shows 重试, the other cards continue. */
export function Card<T>({ title, note, action, className = '', card, lines = 2, children }: Props<T>) {
  const id = useId();
  const { data, lost } = card;
  const empty = lost && data === undefined;
  return (
    <section
      className={`home-card ${className}${empty ? ' lost' : ''} slim pad-x-16 pad-y-12 framed-lg on-container`}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <header className="flex baseline gap-8">
        <h2 className="f14 l20" id={id}>
          {title}
        </h2>
        {data !== undefined && note}
        {data !== undefined && action && <span className="home-action push f13">{action}</span>}
      </header>
      {empty && <Lost onRetry={card.retry} />}
      {!lost && data === undefined && <Skeleton lines={Array(lines).fill(0)} className="home-skeleton pad-y-16" />}
      {data !== undefined && children(data)}
      {lost && data !== undefined && <Old card={card} />}
    </section>
  );
}

function Lost({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="home-lost above-12 below-12 f13 faint" role="status">
      没有取到
      <LinkButton className="before-8" onClick={onRetry}>
        重试
      </LinkButton>
    </p>
  );
}

/** Shows the age of the figures when a reload failed. */
function Old({ card }: { card: CardData<unknown> }) {
  return (
    <p className="home-old above-8 f12 amber" role="status">
      {fullTime(new Date(card.at).toISOString()).slice(11)} 的数据，没有取到新的
      <LinkButton className="before-8" onClick={card.retry}>
        重试
      </LinkButton>
    </p>
  );
}
