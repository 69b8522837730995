import { ChevronDown, ChevronRight, GripVertical } from 'lucide-react';
import type { HTMLAttributes } from 'react';
import { menuApi, menuTypes } from '#features/menu/contract.ts';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { isOn, switchRow } from '#web/crud/rowMutations.ts';
import type { StatusSwitch } from '#web/crud/types.ts';
import { missing } from '#web/data/format.ts';
import { box } from '#web/message/message.tsx';
import { MenuIcon } from '#web/shell/menu/menuIcons.tsx';
import { RowActions } from '#web/table/grid/RowActions.tsx';
import type { RowAction } from '#web/table/types.ts';
import { flatten } from '#web/tree/treeNodes.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { StatusLabel } from '#web/ui/StatusLabel.tsx';
import { isKnownRoute, type Menu } from './types.ts';

interface Props {
  node: Menu;
  depth: number;
  open: boolean;
  /** Drop position relative to this row. */
  mark: 'before' | 'inside' | 'after' | undefined;
  edits: boolean;
  rowProps: HTMLAttributes<HTMLTableRowElement>;
  onToggle: (id: string) => void;
  onAdd: (parent: Menu) => void;
  onEdit: (row: Menu) => void;
  onChanged: () => Promise<void>;
}

const switched: StatusSwitch<Menu> = {
  question({ name, roles, children }) {
    const who = roles.length > 0 ? `角色 ${roles.join('、')} 会立刻失去它。` : '';
    const below = flatten(children).length;
    const what = below > 0 ? `下面的 ${below} 项一起停用，有它们的人下一次调用就会被拒绝。` : '';
    return `停用「${name}」？${what}${who}`;
  },
  level: 'warning',
  ok: '停用',
  doneTexts: ['已停用', '已启用'],
};

async function switchStatus(node: Menu, changed: () => Promise<void>): Promise<void> {
  await switchRow(menuApi.updateMenuStatus, node, switched);
  await changed();
}

async function remove(node: Menu, changed: () => Promise<void>): Promise<void> {
  if (
    !(await box.confirm(`确认删除${menuTypes[node.type]}「${node.name}」？`, {
      ok: '删除',
      danger: true,
      level: 'warning',
    }))
  )
    return;
  await withToast(() => callApi(menuApi.deleteMenu, { ids: [node.id] }), { done: '已删除', failed: '删除失败' });
  await changed();
}

/** Row of one entry in the menu tree. */
export function MenuRow(props: Props) {
  const { node, mark, edits, rowProps } = props;
  const on = isOn(node);
  const className = [on ? '' : 'text-text3', mark ? `drop-${mark}` : ''].filter(Boolean).join(' ');
  return (
    <tr {...rowProps} className={className || undefined}>
      <td className="overflow-hidden text-ellipsis" title={node.name}>
        <Name {...props} />
      </td>
      <td>
        <Badge>{menuTypes[node.type]}</Badge>
      </td>
      <td className="overflow-hidden text-ellipsis" title={node.url ?? undefined}>
        <span className="mono">{node.url ?? missing}</span>
        {node.type === 'menu' && node.url && !isKnownRoute(node.url) && (
          <Badge tone="notice" className="menu-unknown ml-2">
            前端不存在该路由
          </Badge>
        )}
      </td>
      <td className="mono overflow-hidden text-ellipsis" title={node.permission ?? undefined}>
        {node.permission ?? missing}
      </td>
      <td className="number">
        {node.apiCount > 0 ? <a href={`#/system/menu_api?menuId=${node.id}`}>{node.apiCount}</a> : missing}
      </td>
      <td className="overflow-hidden text-ellipsis" title={node.roles.join('、')}>
        {node.roles.join('、') || missing}
      </td>
      <td className="number">{node.sort}</td>
      <td>{node.type === 'button' ? missing : visibilityLabels[String(node.visible)]}</td>
      <td>{node.type === 'menu' ? cacheLabels[String(node.cache)] : missing}</td>
      <td>
        <StatusLabel on={on} />
      </td>
      {edits && (
        <td>
          <RowActions row={node} actions={actionsOf(props)} />
        </td>
      )}
    </tr>
  );
}

const visibilityLabels: Readonly<Record<string, string>> = { true: '可见', false: '隐藏' };
const cacheLabels: Readonly<Record<string, string>> = { true: '是', false: '否' };

function Name({ node, depth, open, rowProps, onToggle }: Props) {
  return (
    <span
      className="menu-name [&_svg]:text-text3 inline-flex items-center flex-1 gap-1.5 truncate"
      style={{ paddingLeft: depth * 20 }}
    >
      {rowProps.draggable && <GripVertical size={14} className="menu-grip" aria-hidden />}
      {node.children.length > 0 ? (
        <button
          type="button"
          className="menu-toggle h-6 inline-flex items-center justify-center flex-none"
          aria-expanded={open}
          aria-label={`${open ? '收起' : '展开'} ${node.name}`}
          onClick={() => onToggle(node.id)}
        >
          {open ? <ChevronDown size={14} /> : <ChevronRight size={14} />}
        </button>
      ) : (
        <i className="menu-toggle h-6 inline-flex items-center justify-center flex-none" />
      )}
      {node.type !== 'button' && <MenuIcon name={node.icon ?? (node.type === 'dir' ? 'folder' : '')} />}
      {node.type === 'dir' ? <b>{node.name}</b> : node.name}
    </span>
  );
}

function actionsOf({ onAdd, onEdit, onChanged }: Props): RowAction<Menu>[] {
  return [
    { key: 'edit', label: '编辑', onClick: onEdit },
    { key: 'menu', label: '新增菜单', shown: ({ type }) => type === 'dir', onClick: onAdd },
    { key: 'button', label: '新增按钮', shown: ({ type }) => type === 'menu', onClick: onAdd },
    {
      key: 'disable',
      label: '停用',
      shown: isOn,
      onClick: (node) => void switchStatus(node, onChanged),
    },
    {
      key: 'enable',
      label: '启用',
      shown: (node) => !isOn(node),
      onClick: (node) => void switchStatus(node, onChanged),
    },
    { key: 'delete', label: '删除', tone: 'danger', behind: true, onClick: (node) => void remove(node, onChanged) },
  ];
}
