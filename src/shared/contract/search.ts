import { type Static, Type } from '#shared/typebox.ts';
import { post, strict } from '../endpoint.ts';

/** One hit of the global search; `url` is the address after the hash. */
export const Hit = strict({
  kind: Type.Enum(['screen', 'customer', 'archive', 'equipment', 'warn', 'user']),
  id: Type.String(),
  title: Type.String(),
  subtitle: Type.String(),
  url: Type.String(),
});
export type Hit = Static<typeof Hit>;

/** Kinds that the search covers besides menu screens, and the permissions that each open it; the list's is first. */
export const searched = {
  customer: { permissions: ['customer:list', 'warn:add'], title: '客户', list: '客户列表' },
  archive: { permissions: ['archive:list'], title: '健康档案', list: '健康档案' },
  equipment: { permissions: ['equipment:list'], title: '设备', list: '设备列表' },
  warn: { permissions: ['warn:list'], title: '告警', list: 'SOS 告警' },
  user: { permissions: ['user:list'], title: '用户', list: '用户列表' },
} as const satisfies Partial<Record<Hit['kind'], { permissions: readonly string[]; title: string; list: string }>>;
export type SearchedKind = keyof typeof searched;

/** Returns whether a user with these permissions can find rows of a kind. */
export function isSearched(kind: SearchedKind, has: (permission: string) => boolean): boolean {
  return searched[kind].permissions.some(has);
}

/** Returns a message about the kinds that the search skips for lack of permission: 「你没有客户列表的权限，未搜索客户」; null if none. */
export function notSearched(has: (permission: string) => boolean): string | null {
  // An archive is a second way to a person, whom another kind finds.
  const out = (Object.keys(searched) as SearchedKind[]).filter((kind) => kind !== 'archive' && !isSearched(kind, has));
  if (out.length === 0) return null;
  const names = (of: 'list' | 'title') => out.map((kind) => searched[kind][of]).join('、');
  return `你没有${names('list')}的权限，未搜索${names('title')}`;
}

/** Endpoint behind every search box. */
export const searchApi = {
  searchAll: post('/api/search/searchAll', {
    title: '搜索',
    permission: 'login',
    change: false,
    input: { keyword: Type.String({ minLength: 1, maxLength: 50, title: '关键字' }) },
    output: Type.Array(Hit),
  }),
};
