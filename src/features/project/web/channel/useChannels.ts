import { useQuery } from '@tanstack/react-query';
import { channelApi } from '#features/channel/contract.ts';
import { callListApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';

/** Returns the channels of a project, for viewers with the permission. */
export function useChannels(projectId: string) {
  return useQuery({
    queryKey: [channelApi.getChannelList.path, projectId],
    queryFn: ({ signal }) => callListApi(channelApi.getChannelList, { projectId, limit: 200 }, { signal }),
    refetchOnMount: 'always',
    enabled: projectId !== '' && can('channel:list'),
  });
}
