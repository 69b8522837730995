import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { OutputOf } from '#shared/endpoint.ts';
import { problemText } from '#web/api/feedback.ts';
import { callListApi } from '#web/api/request.ts';
import { pushApi } from '../contract.ts';

export type Source = OutputOf<typeof pushApi.getPushSourceList>;

const { path } = pushApi.getPushSourceList;

/** Returns the push sources; `sources` is undefined until loaded. */
export function useSources() {
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: [path, 'all'],
    queryFn: ({ signal }) => callListApi(pushApi.getPushSourceList, { limit: 200 }, { signal }),
  });
  const reload = useCallback(() => client.invalidateQueries({ queryKey: [path] }), [client]);
  return { sources: data?.rows, problem: error ? problemText(error) : undefined, reload };
}
