import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi, callListApi } from '#web/api/request.ts';
import { useScreen } from '#web/screen/screen.ts';

export interface Read<T> {
  data: T | undefined;
  /** Why there is no newer answer. */
  problem: string | undefined;
  retry: () => void;
}

/**
 * What one section reads, when the page comes to the front and every so many ms while it is there; the answer before stays meanwhile.
 * @param enabled false: nothing is read yet
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

/** Rows of a list, read when the page comes to the front. */
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
