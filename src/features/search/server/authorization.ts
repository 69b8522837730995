import { authorizationCases, shows } from '#server/testing/authorization.ts';
import { searchApi } from '#shared/contract/search.ts';

const keyword = ({ mark }: { mark: string }) => ({ keyword: mark || '无' });

/** Visibility and permissions of the search. */
export default authorizationCases(searchApi, {
  searchAll: {
    checks: [
      shows('customer', keyword, { with: ['customer:list'] }),
      shows('equipment', keyword, { with: ['equipment:list'] }),
      shows('warn', keyword, {
        with: ['warn:list'],
        noOwn: 'their alarm is in sight, the person whom somebody else entered is not',
      }),
      shows('user', keyword, { with: ['user:list'] }),
    ],
  },
});
