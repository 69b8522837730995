import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import { call } from '#web/call/request.ts';
import { useLive } from '#web/live/live.ts';
import { useScreen } from './screen.ts';

/** Cards ask again this often, ms. */
const usual = 30_000;
/** After a change of an alarm a card asks at once, then at most this often, ms. */
const calm = 2000;

export interface CardData<T> {
  /** The last answer, also while a newer one fails. */
  data: T | undefined;
  /** When it was answered, epoch ms. */
  at: number;
  lost: boolean;
  retry: () => void;
}

/**
 * What one card shows, as long as the page is in front; `live`: asked for anew when an alarm changes.
 * @param every asked for anew this often, ms
 */
export function useCard<E extends Endpoint>(
  endpoint: E,
  { live = false, wanted = true, every = usual }: { live?: boolean; wanted?: boolean; every?: number } = {},
): CardData<OutputOf<E>> {
  const { active } = useScreen();
  const query = useQuery({
    queryKey: ['card', endpoint.path],
    queryFn: ({ signal }) => call(endpoint, {} as InputOf<E>, { signal }),
    enabled: active && wanted,
    refetchInterval: every,
  });
  const retry = () => void query.refetch();
  useChanges(live && active && wanted, retry);
  return { data: query.data, at: query.dataUpdatedAt, lost: query.isError, retry };
}

function useChanges(on: boolean, ask: () => void): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  useLive(() => {
    if (!on || timer.current !== undefined) return;
    timer.current = setTimeout(
      () => {
        timer.current = undefined;
        last.current = Date.now();
        ask();
      },
      Math.max(0, last.current + calm - Date.now()),
    );
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
