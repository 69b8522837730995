import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Paged } from '#shared/envelope.ts';
import { problemText } from '#web/api/feedback.ts';
import { callListApi } from '#web/api/request.ts';
import { useScreen } from '#web/screen/screen.ts';

export interface Rows<T> {
  data: Paged<T> | undefined;
  /** Reason why the latest read failed. */
  problem: string | undefined;
  retry: () => void;
}

/** Loads rows of a list for one section, again when the page becomes active; old rows stay until new ones arrive. */
export function useSectionRows<E extends Endpoint>(endpoint: E, input: InputOf<E>): Rows<OutputOf<E>> {
  const { active } = useScreen();
  const query = useQuery({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => callListApi(endpoint, input, { signal }),
    enabled: active,
    refetchOnMount: 'always',
    placeholderData: keepPreviousData,
  });
  const problem = query.error ? problemText(query.error) : undefined;
  return { data: query.data, problem, retry: () => void query.refetch() };
}
