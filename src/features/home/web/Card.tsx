import { type ReactNode, useId } from 'react';
import { fullTime } from '#web/data/format.ts';
import type { Loaded } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';

interface Props<T> {
  title: string;
  note?: ReactNode;
  action?: ReactNode;
  className?: string;
  card: Loaded<T>;
  /** Lines of the placeholder while the first answer loads. */
  lines?: number;
  children: (data: T) => ReactNode;
}

/** Card that fails alone: it shows 重试, the other cards continue. */
export function Card<T>({ title, note, action, className = '', card, lines = 2, children }: Props<T>) {
  const id = useId();
  const { data } = card;
  const lost = card.problem !== undefined;
  const empty = lost && data === undefined;
  return (
    <section
      className={`home-card ${className}${empty ? ' lost' : ''} min-w-0 px-4 py-3 rounded-lg border border-line bg-container`}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <header className="flex items-baseline gap-2">
        <h2 className="text-sm leading-5" id={id}>
          {title}
        </h2>
        {data !== undefined && note}
        {data !== undefined && action && <span className="home-action ml-auto text-[13px]">{action}</span>}
      </header>
      {empty && <Lost onRetry={() => void card.reload()} />}
      {!lost && data === undefined && <Skeleton lines={Array(lines).fill(0)} className="home-skeleton py-4" />}
      {data !== undefined && children(data)}
      {lost && data !== undefined && <Old card={card} />}
    </section>
  );
}

function Lost({ onRetry }: { onRetry: () => void }) {
  return (
    <p className="home-lost mt-3 mb-3 text-[13px] text-text3" role="status">
      没有取到
      <Button kind="link" className="ml-2" onClick={onRetry}>
        重试
      </Button>
    </p>
  );
}

/** Shows the age of the figures when a reload failed. */
function Old({ card }: { card: Loaded<unknown> }) {
  return (
    <p className="home-old mt-2 text-xs text-level2-text" role="status">
      {fullTime(new Date(card.at).toISOString()).slice(11)} 的数据，没有取到新的
      <Button kind="link" className="ml-2" onClick={() => void card.reload()}>
        重试
      </Button>
    </p>
  );
}
