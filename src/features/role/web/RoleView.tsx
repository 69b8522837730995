import { Button, Modal } from 'antd';
import { type DataScope, dataScopes } from '#shared/codes.ts';
import type { TreeOption } from '#web/table/types.ts';
import { optionTitles } from '#web/tree/treeNodes.ts';
import { DescriptionList } from '#web/ui/DescriptionList.tsx';
import type { MenuChoice } from '../contract.ts';
import type { RoleRow } from './cells.tsx';
import MenuTree from './MenuTree.tsx';
import { previewOf } from './menuChoice.ts';
import { Preview } from './roleFields.tsx';

/** Read-only view of a role, with the reason. */
export default function RoleView({
  row,
  menus,
  departments,
  onClose,
}: {
  row: RoleRow;
  menus: readonly MenuChoice[];
  departments: readonly TreeOption[];
  onClose: () => void;
}) {
  const menuIds =
    row.key === 'admin' ? menus.filter((menu) => menu.type !== 'dir').map((menu) => menu.id) : row.menuIds;
  const disabledReason = row.builtIn
    ? '内置角色拥有全部权限，只能查看。'
    : row.beyond
      ? `该角色有${row.beyond}，只能查看。`
      : undefined;
  return (
    <Modal
      open
      title={`角色 ${row.name}`}
      width={800}
      onCancel={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      {disabledReason && <p className="role-why mb-3 text-text2">{disabledReason}</p>}
      <DescriptionList
        className="gap-x-3 mb-3"
        columns={2}
        term={76}
        facts={[
          ['标识', row.key],
          [
            '数据范围',
            `${dataScopes[row.dataScope as DataScope]}${row.dataScope === 'custom' ? `：${scopeNames(row, departments)}` : ''}`,
          ],
          ['用户', `${row.userCount} 人`],
          ['备注', row.remark],
        ]}
      />
      <Preview {...previewOf(menus, new Set(menuIds))} />
      <MenuTree menus={menus} selected={menuIds} />
    </Modal>
  );
}

/** Returns the names of the selected departments; those out of the viewer's scope are only counted. */
function scopeNames({ departmentIds }: RoleRow, departments: readonly TreeOption[]): string {
  const names = optionTitles(departments, departmentIds);
  const others = departmentIds.length - names.length;
  return [...names, ...(others > 0 ? [`另有 ${others} 个部门不在你的范围`] : [])].join('、');
}
