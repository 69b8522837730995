import { listTime } from '#web/data/format.ts';
import type { Loaded } from '#web/screen/useCall.ts';
import { Button } from '#web/ui/Button.tsx';
import { Strip } from '#web/ui/Strip.tsx';

/** Shows the time of outdated data when a refresh has failed. */
export function StaleNotice({ cards }: { cards: readonly Loaded<unknown>[] }) {
  const lost = cards.filter(({ problem }) => problem !== undefined);
  if (lost.length === 0) return null;
  const times = lost.map(({ at }) => at).filter((at) => at > 0);
  const then = times.length > 0 ? `显示的是 ${listTime(new Date(Math.min(...times)).toISOString())} 的情况` : '';
  return (
    <Strip tone="warn" role="alert">
      <span className="flex-1">坐席没有取到{then && `，${then}`}</span>
      <Button
        kind="link"
        onClick={() => {
          for (const card of lost) void card.reload();
        }}
      >
        重试
      </Button>
    </Strip>
  );
}
