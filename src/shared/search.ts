import { type Static, Type } from '#shared/typebox.ts';
import { post, strict } from './endpoint.ts';

/** One hit of the search over everything; `url` is the address after the hash. */
export const Hit = strict({
  kind: Type.Enum(['screen', 'customer', 'equipment', 'warn', 'user']),
  id: Type.String(),
  title: Type.String(),
  subtitle: Type.String(),
  url: Type.String(),
});
export type Hit = Static<typeof Hit>;

/** The call behind Ctrl K. */
export const searchApi = {
  searchAll: post('/api/search/searchAll', {
    title: '搜索',
    permission: 'login',
    change: false,
    input: { keyword: Type.String({ minLength: 1, maxLength: 50, title: '关键字' }) },
    output: Type.Array(Hit),
  }),
};
