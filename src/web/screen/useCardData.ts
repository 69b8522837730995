import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import { callApi } from '#web/api/request.ts';
import { resets } from '#web/live/client.ts';
import { useLive } from '#web/live/live.ts';
import { useScreen } from './screen.ts';

/** Regular refresh interval of cards, ms. */
const usual = 30_000;
/** Minimum interval between refreshes after changes of warns, ms; the first refresh is immediate. */
const calm = 2000;

export interface CardData<T> {
  /** The last answer, also while a newer request fails. */
  data: T | undefined;
  /** Time of the answer, epoch ms. */
  at: number;
  lost: boolean;
  retry: () => void;
}

/**
 * Loads the data of one card while its page is in front; `live`: reloads when a warn changes, `seats`: also when a seat
 * changes.
 */
export function useCardData<E extends Endpoint>(
  endpoint: E,
  { live = false, enabled = true }: { live?: boolean | 'seats'; enabled?: boolean } = {},
): CardData<OutputOf<E>> {
  const { active } = useScreen();
  const query = useQuery({
    queryKey: ['card', endpoint.path],
    queryFn: ({ signal }) => callApi(endpoint, {} as InputOf<E>, { signal }),
    enabled: active && enabled,
    refetchInterval: usual,
  });
  const retry = () => void query.refetch();
  useChanges(active && enabled ? live : false, retry);
  return { data: query.data, at: query.dataUpdatedAt, lost: query.isError, retry };
}

function useChanges(live: boolean | 'seats', ask: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  const soon = useEffectEvent(() => {
    if (!live || timer.current !== undefined) return;
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        last.current = Date.now();
        ask();
      },
      Math.max(0, last.current + calm - Date.now()),
    );
  });
  useLive((event) => {
    if (live === 'seats' || !('seat' in event)) soon();
  });
  useEffect(() => resets.on(() => soon()), []);
  useEffect(() => () => clearTimeout(timer.current), []);
}
