import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Endpoint, InputOf, OutputOf } from '#shared/endpoint.ts';
import { problemText } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { useScreen } from './screen.ts';

export interface ScreenData<T> {
  /** The last answer, also while a newer request fails. */
  data: T | undefined;
  /** Message of the failed request. */
  problem: string | undefined;
  reload: () => Promise<void>;
}

/** Loads the data of a whole screen: when it comes to the front and after each of its own changes. */
export function useScreenData<E extends Endpoint>(
  endpoint: E,
  input: InputOf<E>,
  enabled = true,
): ScreenData<OutputOf<E>> {
  const { active, path } = useScreen();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: [endpoint.path, input],
    queryFn: ({ signal }) => callApi(endpoint, input, { signal, first: path }),
    enabled: active && enabled,
    refetchOnMount: 'always',
  });
  const reload = useCallback(() => client.invalidateQueries({ queryKey: [endpoint.path] }), [client, endpoint.path]);
  return { data: query.data, problem: query.error ? problemText(query.error) : undefined, reload };
}
