import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import { useScreen } from '#web/screen/screen.ts';

export interface Read<T> {
  data: T | undefined;
  /** Reason why the latest read failed. */
  problem: string | undefined;
  retry: () => void;
}

/**
 * Loads the data of a section when the page becomes active, then every `every` ms; the old data stays meanwhile.
 * @param enabled false: nothing is loaded yet
 */
export function useSection<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  every?: number,
  enabled = true,
): Read<OutputOf<E>> {
  const { active } = useScreen();
  const query = useQuery({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => callApi(endpoint, input, { signal }),
    enabled: active && enabled,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
    ...(every !== undefined && { refetchInterval: every }),
  });
  const problem = query.error ? problemText(query.error) : undefined;
  return { data: query.data, problem, retry: () => void query.refetch() };
}

/** Loads rows of a list when the page becomes active. */
export function useSectionRows<E extends Endpoint>(endpoint: E, input: InputOf<E>): Read<readonly OutputOf<E>[]> {
  const { active } = useScreen();
  const query = useQuery({
    queryKey: [endpoint.path, input],
    queryFn: async ({ signal }) => (await callListApi(endpoint, input, { signal })).rows,
    enabled: active,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
  const problem = query.error ? problemText(query.error) : undefined;
  return { data: query.data, problem, retry: () => void query.refetch() };
}
