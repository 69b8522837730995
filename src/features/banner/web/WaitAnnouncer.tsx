import { useNow } from '#web/core/now.ts';
import { duration } from '#web/data/format.ts';

/** Announces the wait to a screen reader: changes only every 15 s and never interrupts. `since` is an instant. */
export function WaitAnnouncer({ since }: { since: string }) {
  const now = useNow(15_000);
  return (
    <span className="sr-only" aria-live="off">
      已等待 {duration(Math.floor((now - Date.parse(since)) / 1000))}
    </span>
  );
}
