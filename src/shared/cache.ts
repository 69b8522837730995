import { get, NoData } from './endpoint.ts';

/** The call stands here because several screens make it. */
export const cacheApi = {
  reloadCache: get('/api/user/reloadCache', {
    title: '刷新缓存',
    permission: 'user:cache',
    change: true,
    output: NoData,
  }),
};
