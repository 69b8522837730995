import { useQuery } from '@tanstack/react-query';
import { warnApi } from '#features/warn/contract.ts';
import type { WarnLevel } from '#shared/codes.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import { useLive } from '#web/live/live.ts';
import { call, callList } from '#web/request.ts';
import { useScreen } from '#web/shell/screen.ts';

export type Counts = OutputOf<typeof warnApi.getWarnCount>;

export interface WarnFigures {
  counts: Counts;
  /** Reception of the alarm that waits longest, ISO; null when nobody waits. */
  oldest: string | null;
  /** The highest level among those that wait. */
  level: WarnLevel | null;
}

/** Figures are asked for this often, ms, and at once when an alarm changes. */
const every = 30_000;

/** The alarm figures of the home page, as long as it is in front. */
export function useWarnFigures(): { figures: WarnFigures | undefined; lost: boolean; retry: () => void } {
  const { active } = useScreen();
  const query = useQuery({
    queryKey: ['home', 'warn'],
    queryFn: ({ signal }) => load(signal),
    enabled: active,
    refetchInterval: every,
  });
  const retry = () => void query.refetch();
  useLive(() => {
    if (active) retry();
  });
  return { figures: query.data, lost: query.isError, retry };
}

async function load(signal: AbortSignal): Promise<WarnFigures> {
  const first = (field: 'createdAt' | 'level') =>
    callList(warnApi.getWarnList, { status: ['pending'], sort: [{ field, order: 'asc' }], limit: 1 }, { signal });
  const [counts, oldest, urgent] = await Promise.all([
    call(warnApi.getWarnCount, {}, { signal }),
    first('createdAt'),
    first('level'),
  ]);
  return {
    counts,
    oldest: oldest.rows[0]?.receivedAt ?? null,
    level: (urgent.rows[0]?.level as WarnLevel | undefined) ?? null,
  };
}
