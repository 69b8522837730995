import type { MenuTreeNode } from '#features/menu/contract.ts';
import { endpoint, type menuApiApi } from '#features/menuApi/contract.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Cells } from '#web/crud/columns.tsx';
import type { FilterSpecOf } from '#web/crud/filters.ts';
import type { SideNode } from '#web/tree/SideTree.tsx';
import { Badge } from '#web/ui/Badge.tsx';

export type Menu = MenuTreeNode;
type Row = OutputOf<typeof menuApiApi.getMenuApiList>;
type Params = Partial<InputOf<typeof menuApiApi.getMenuApiList>>;

/** Returns menus and buttons with the number of endpoints bound directly to each. */
export function sideNodes(nodes: readonly Menu[]): SideNode[] {
  return nodes
    .filter(({ type }) => type !== 'link')
    .map((node) => ({
      id: node.id,
      name: node.name,
      note: node.apiCount > 0 ? node.apiCount : undefined,
      muted: node.status !== 'enabled',
      keywords: `${node.permission ?? ''} ${node.url ?? ''}`,
      children: sideNodes(node.children),
    }));
}

/** Views of the list; 未授权 must be empty before a release (domain.md 6.11). */
export const views: readonly [View, ...View[]] = [
  { key: 'all', label: '全部接口', params: {} },
  { key: 'none', label: '未授权', params: { bound: 'none' } },
  { key: 'many', label: '多处绑定', params: { bound: 'many' } },
  { key: 'moved', label: '新增与消失', params: { state: ['new', 'vanished'] } },
];
interface View {
  key: 'all' | 'none' | 'many' | 'moved';
  label: string;
  params: Params;
}

export const cells: Cells<Row> = {
  method: ({ method }) => (
    <span className={`api-method inline-block ${method === 'GET' ? 'text-success' : 'text-level4-text'}`}>
      {method}
    </span>
  ),
  path: ({ path, state }) => (
    <span className="mono">
      {path}
      {state !== 'known' && (
        <Badge tone={state === 'new' ? 'notice' : 'warn'}>{endpoint.fields.state.labels[state]}</Badge>
      )}
    </span>
  ),
  permission: (row) => <Permission row={row} />,
  menus: (row) => <Bound row={row} />,
  log: ({ log }) => (log ? '是' : undefined),
  sensitive: ({ sensitive }) => (sensitive ? <Badge tone="notice">敏感</Badge> : undefined),
};

function Permission({ row }: { row: Row }) {
  if (row.permission === 'public') return '公开';
  if (row.permission === 'login') return '登录即可';
  if (row.permission === 'family') return '客户用户的密钥';
  if (row.permission === 'display') return '大屏的密钥';
  return row.permission === '' ? undefined : <span className="mono">{row.permission}</span>;
}

function Bound({ row }: { row: Row }) {
  if (row.menus.length === 0) return row.permission.includes(':') ? <Badge tone="warn">未授权</Badge> : undefined;
  return row.menus.map(({ title }) => title.split(' / ').slice(-2).join(' / ')).join('；');
}

const keywordHint = '路径 / 名称 / 权限';

export const filters: readonly FilterSpecOf<typeof menuApiApi.getMenuApiList>[] = [
  ['keyword', { label: keywordHint, placeholder: keywordHint, width: 184 }],
  ['method', { width: 108 }],
  {
    kind: 'select',
    field: 'bound',
    label: '绑定',
    options: [
      { value: 'none', label: '未绑定' },
      { value: 'one', label: '绑定一处' },
      { value: 'many', label: '绑定多处' },
    ],
    width: 112,
  },
  'sensitive',
];
