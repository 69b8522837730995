import { useQuery } from '@tanstack/react-query';
import type { OutputOf } from '#shared/endpoint.ts';
import { callList } from '#web/call/request.ts';
import { pushApi } from '../contract.ts';

export type Source = OutputOf<typeof pushApi.getPushSourceList>;

const none: readonly Source[] = [];

/** Where pushes come from. */
export function useSources(): readonly Source[] {
  const { data } = useQuery({
    queryKey: [pushApi.getPushSourceList.path, 'all'],
    queryFn: ({ signal }) => callList(pushApi.getPushSourceList, { limit: 200 }, { signal }),
  });
  return data?.rows ?? none;
}
