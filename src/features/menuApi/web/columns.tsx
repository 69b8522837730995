import type { MenuTreeNode } from '#features/menu/contract.ts';
import type { menuApiApi } from '#features/menuApi/contract.ts';
import type { InputOf, OutputOf } from '#shared/endpoint.ts';
import type { Column, Filter } from '#web/table/types.ts';
import type { SideNode } from '#web/tree/SideTree.tsx';

export type Menu = MenuTreeNode;
type Row = OutputOf<typeof menuApiApi.getMenuApiList>;
type Params = Partial<InputOf<typeof menuApiApi.getMenuApiList>>;

/** Menus and buttons with the number of calls that each may make by itself. */
export function sideNodes(nodes: readonly Menu[]): SideNode[] {
  return nodes
    .filter(({ type }) => type !== 'link')
    .map((node) => ({
      id: node.id,
      name: node.name,
      note: node.apiCount > 0 ? node.apiCount : undefined,
      muted: node.status !== 'enabled',
      words: `${node.permission ?? ''} ${node.url ?? ''}`,
      children: sideNodes(node.children),
    }));
}

/** The groups of the list; 未授权 must be empty before a release (domain.md 6.11). */
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

const stateWords = { known: '', new: '新', vanished: '已消失' } as const;

export const columns: readonly Column<Row>[] = [
  {
    key: 'method',
    title: '方法',
    width: 52,
    render: (row) => <span className={`api-method ${row.method}`}>{row.method}</span>,
  },
  {
    key: 'path',
    title: '路径',
    width: 180,
    sort: true,
    render: (row) => (
      <span className="mono">
        {row.path}
        {row.state !== 'known' && (
          <span className={`chip ${row.state === 'new' ? 'notice' : 'bad'}`}>{stateWords[row.state]}</span>
        )}
      </span>
    ),
  },
  { key: 'name', title: '名称', width: 124, sort: true },
  { key: 'moduleTitle', title: '模块', width: 84 },
  { key: 'permission', title: '权限标识', width: 124, sort: true, render: (row) => <Permission row={row} /> },
  { key: 'menus', title: '所属菜单与按钮', width: 152, render: (row) => <Bound row={row} /> },
  { key: 'log', title: '日志', width: 44, render: (row) => (row.log ? '是' : undefined) },
  {
    key: 'sensitive',
    title: '敏感',
    width: 60,
    plain: true,
    render: (row) => (row.sensitive ? <span className="chip notice">敏感</span> : undefined),
  },
];

function Permission({ row }: { row: Row }) {
  if (row.permission === 'public') return '公开';
  if (row.permission === 'login') return '登录即可';
  return row.permission === '' ? undefined : <span className="mono">{row.permission}</span>;
}

function Bound({ row }: { row: Row }) {
  if (row.menus.length === 0)
    return row.permission.includes(':') ? <span className="chip bad">未授权</span> : undefined;
  return row.menus.map(({ title }) => title.split(' / ').slice(-2).join(' / ')).join('；');
}

export const filters: readonly Filter[] = [
  { kind: 'text', field: 'keyword', label: '路径 / 名称 / 权限', placeholder: '路径 / 名称 / 权限', width: 184 },
  {
    kind: 'select',
    field: 'method',
    label: '方法',
    options: [
      { value: 'GET', label: 'GET' },
      { value: 'POST', label: 'POST' },
    ],
    width: 108,
  },
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
  { kind: 'check', field: 'sensitive', label: '敏感' },
];
