import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import { useScreen } from '#web/screen/screen.ts';

export interface Read<T> {
  data: T | undefined;
  /** Reason why the latest read failed. */
  problem: string | undefined;
  retry: () => void;
}

interface Options {
  /** Poll interval, ms. */
  every?: number | undefined;
  /** False: nothing is loaded yet. */
  enabled?: boolean;
}

function useRead<T>(
  key: readonly unknown[],
  read: (options: { signal: AbortSignal }) => Promise<T>,
  { every, enabled = true }: Options,
): Read<T> {
  const { active } = useScreen();
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => read({ signal }),
    enabled: active && enabled,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
    ...(every !== undefined && { refetchInterval: every }),
  });
  const problem = query.error ? problemText(query.error) : undefined;
  return { data: query.data as T | undefined, problem, retry: () => void query.refetch() };
}

/** Loads the data of a section when the page becomes active; the old data stays meanwhile. */
export function useSection<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  options: Options = {},
): Read<OutputOf<E>> {
  return useRead([endpoint.path, input], (call) => callApi(endpoint, input, call), options);
}

/** Loads rows of a list for one section when the page becomes active; old rows stay meanwhile. */
export function useSectionRows<E extends Endpoint>(endpoint: E, input: InputOf<E>): Read<Paged<OutputOf<E>>> {
  return useRead([endpoint.path, input], (call) => callListApi(endpoint, input, call), {});
}
