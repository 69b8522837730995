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

interface Options<E extends Endpoint, T> {
  live?: boolean | 'seats';
  enabled?: boolean;
  /** Makes the data of the card from an answer, the data before it and the duration of the request, ms. */
  merge?: (answer: OutputOf<E>, former: T | undefined, took: number) => T;
  /** Whether the data may be older than the change that was the reason to ask: asks once more after `calm`. */
  mayLag?: (data: T) => boolean;
}

/**
 * Loads the data of one card while its page is in front; `live`: reloads when a warn changes, `seats`: also when a seat
 * changes.
 */
export function useCardData<E extends Endpoint, T = OutputOf<E>>(
  endpoint: E,
  { live = false, enabled = true, merge = (answer) => answer as T, mayLag = () => false }: Options<E, T> = {},
): CardData<T> {
  const { active } = useScreen();
  const queryKey = ['card', endpoint.path];
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal, client }) => {
      const asked = Date.now();
      const answer = await callApi(endpoint, {} as InputOf<E>, { signal });
      return merge(answer, client.getQueryData<T>(queryKey), Date.now() - asked);
    },
    enabled: active && enabled,
    refetchInterval: usual,
  });
  const onChange = async () => {
    const { data } = await query.refetch();
    return data !== undefined && mayLag(data);
  };
  useChanges(active && enabled ? live : false, onChange);
  return { data: query.data, at: query.dataUpdatedAt, lost: query.isError, retry: () => void query.refetch() };
}

/** Calls `ask` after changes, at once and then at most each `calm`; once more where it returns true. */
function useChanges(live: boolean | 'seats', ask: () => Promise<boolean>): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  const soon = useEffectEvent((once: boolean) => {
    if (!live || timer.current !== undefined) return;
    timer.current = setTimeout(
      async () => {
        timer.current = undefined;
        last.current = Date.now();
        if ((await ask()) && once) soon(false);
      },
      Math.max(0, last.current + calm - Date.now()),
    );
  });
  useLive((event) => {
    if (live === 'seats' || !('seat' in event)) soon(true);
  });
  useEffect(() => resets.on(() => soon(true)), []);
  useEffect(() => () => clearTimeout(timer.current), []);
}
