import { keepPreviousData, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useContext, useEffect, useEffectEvent, useRef } from 'react';
import type { Endpoint, InputOf, ListEndpoint, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import { resets } from '#web/live/client.ts';
import { useLive } from '#web/live/live.ts';
import { ScreenContext } from './screen.ts';

/** Output of a call; for a list a page of rows and the total. */
export type AnswerOf<E extends Endpoint> = E extends ListEndpoint ? Paged<OutputOf<E>> : OutputOf<E>;

export interface Loaded<T> {
  /** The last answer, also while a newer request fails. */
  data: T | undefined;
  /** Time of the answer, epoch ms. */
  at: number;
  /** Message of the failed request. */
  problem: string | undefined;
  /** Loads the endpoint's data again, wherever an open page shows them. */
  reload: () => Promise<void>;
}

/** When data load again: every 30 s, also when a warn changes, also when a seat changes. */
type Live = 'polled' | 'warns' | 'seats';

interface Options<A, T> extends Pick<UseQueryOptions<T>, 'refetchInterval' | 'staleTime' | 'gcTime'> {
  /** False: nothing is loaded yet. */
  enabled?: boolean;
  /** Shows the data of the previous input until those of the new one arrive. */
  keep?: boolean;
  /** Data of a whole screen: a refusal (40050) leads to the page 403. */
  first?: boolean;
  live?: Live;
  /** Makes the data from an answer, the data before it and the duration of the request, ms. */
  merge?: (answer: A, former: T | undefined, took: number) => T;
  /** Whether the data may be older than the event that was the reason to load: loads once more. */
  mayLag?: (data: T) => boolean;
}

/** Interval of `live`, ms. */
const pollMs = 30_000;
/** Minimum interval between reloads after events, ms; the first reload is immediate. */
const throttleMs = 2000;

/**
 * Loads the data of an endpoint while its page is in front: when the page comes to the front, after `reload`, and as
 * `live` says. Outside of a screen the page counts as in front.
 */
export function useCall<E extends Endpoint, T = AnswerOf<E>>(
  endpoint: E,
  input: InputOf<E>,
  { enabled = true, first = false, keep = false, live, merge, mayLag, ...options }: Options<AnswerOf<E>, T> = {},
): Loaded<T> {
  const page = useContext(ScreenContext);
  const client = useQueryClient();
  const loads = enabled && (page?.active ?? true);
  const { path } = endpoint;
  const queryKey = [path, input];
  const query = useQuery({
    refetchInterval: live ? pollMs : false,
    ...(keep && { placeholderData: keepPreviousData as never }),
    ...options,
    queryKey,
    queryFn: async ({ signal }) => {
      const begun = Date.now();
      const call = endpoint.list ? callListApi : callApi;
      const answer = await call(endpoint, input, { signal, ...(first && page && { first: page.path }) });
      return merge ? merge(answer as AnswerOf<E>, client.getQueryData<T>(queryKey), Date.now() - begun) : (answer as T);
    },
    enabled: loads,
  });
  const reload = useCallback(() => client.invalidateQueries({ queryKey: [path] }), [client, path]);
  useEvents(loads ? live : undefined, async () => {
    const { data } = await query.refetch();
    return data !== undefined && (mayLag?.(data) ?? false);
  });
  const problem = query.error ? problemText(query.error) : undefined;
  return { data: query.data, at: query.dataUpdatedAt, problem, reload };
}

/** Calls `load` after events, at once and then at most each `throttleMs`; once more where it returns true. */
function useEvents(live: Live | undefined, load: () => Promise<boolean>): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(0);
  /** An event came since the last load: its answer may be older than the event. */
  const eventful = useRef(false);
  const loadSoon = useEffectEvent((event: boolean) => {
    if (event) eventful.current = true;
    if (!live || live === 'polled' || timer.current !== undefined) return;
    timer.current = setTimeout(
      async () => {
        timer.current = undefined;
        last.current = Date.now();
        const afterEvent = eventful.current;
        eventful.current = false;
        if ((await load()) && afterEvent) loadSoon(false);
      },
      Math.max(0, last.current + throttleMs - Date.now()),
    );
  });
  useLive((event) => {
    if (live === 'seats' || !('seat' in event)) loadSoon(true);
  });
  useEffect(() => resets.on(() => loadSoon(true)), []);
  useEffect(() => () => clearTimeout(timer.current), []);
}
