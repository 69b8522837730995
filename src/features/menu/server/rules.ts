import type { MenuRow } from '#features/menu/contract.ts';
import { invalidField } from '#server/core/problem.ts';
import { hasPermission, type Viewer } from '#server/core/viewer.ts';

type Shape = Pick<MenuRow, 'type' | 'url' | 'permission'>;
type TreeNode = Pick<MenuRow, 'id' | 'parentId' | 'type'>;

/** Validates the fields of an entry's type: a route, an address of another site, or a permission key. */
export function validateShape({ type, url, permission }: Shape): void {
  if (type === 'menu') {
    if (!url) throw invalidField('url', '请填写路由地址', 'required');
    if (!/^\/[A-Za-z0-9_/-]{1,200}$/.test(url))
      throw invalidField('url', '路由地址须以 / 开头，只含字母、数字、下划线和短横');
  }
  if (type === 'link') {
    if (!url) throw invalidField('url', '请填写外链地址', 'required');
    if (!isWebAddress(url)) throw invalidField('url', '外链须以 http:// 或 https:// 开头');
  }
  if ((type === 'dir' || type === 'button') && url) throw invalidField('url', '目录和按钮没有地址');
  if (type === 'button' && !permission) throw invalidField('permission', '请填写权限标识', 'required');
}

function isWebAddress(url: string): boolean {
  return /^https?:\/\//i.test(url) && URL.canParse(url);
}

/** Validates the parent: menus for buttons, else the top or a directory; never the entry itself or below it. */
export function validateParent(
  rows: readonly TreeNode[],
  entry: Pick<TreeNode, 'type'> & { id?: string },
  parentId: string | null,
): void {
  if (parentId === null) {
    if (entry.type === 'button') throw invalidField('parentId', '按钮须放在菜单之下');
    return;
  }
  const parent = rows.find((row) => row.id === parentId);
  if (!parent) throw invalidField('parentId', '上级菜单不存在');
  for (
    let ancestor: TreeNode | undefined = parent;
    ancestor;
    ancestor = rows.find((row) => row.id === ancestor?.parentId)
  ) {
    if (ancestor.id === entry.id) throw invalidField('parentId', '不能移到自己或自己的下级', 'cycle');
  }
  if (entry.type === 'button' && parent.type !== 'menu') throw invalidField('parentId', '按钮须放在菜单之下');
  if (entry.type !== 'button' && parent.type !== 'dir') throw invalidField('parentId', '上级须是目录');
}

/** Validates that the viewer has the permission to be granted. */
export function validatePermission(viewer: Viewer, permission: string | null | undefined): void {
  if (permission && !hasPermission(viewer, permission)) throw invalidField('permission', '你没有这项权限，不能授出');
}

/** Validates that the children of an entry fit its new type. */
export function validateChildren(rows: readonly TreeNode[], id: string, type: MenuRow['type']): void {
  const children = rows.filter((row) => row.parentId === id);
  const wrong = children.some((child) => (child.type === 'button' ? type !== 'menu' : type !== 'dir'));
  if (wrong) throw invalidField('type', '下级与这个类型不符，请先移走下级');
}
