import { get, NoData } from '../endpoint.ts';

/** Shared endpoint: several screens call it. */
export const cacheApi = {
  reloadCache: get('/api/user/reloadCache', {
    title: '刷新缓存',
    permission: 'user:cache',
    change: true,
    output: NoData,
  }),
};
