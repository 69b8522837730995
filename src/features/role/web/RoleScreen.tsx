import './role.css';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { userApi } from '#features/user/contract.ts';
import { callApi } from '#web/api/request.ts';
import { can, useSession } from '#web/api/session.ts';
import { NavigationProgress } from '#web/core/progress.ts';
import { texts } from '#web/core/texts.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import type { ListActions } from '#web/crud/types.ts';
import type { Opening, TreeOption } from '#web/form/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { type MenuChoice, role, roleApi } from '../contract.ts';
import { CopyForm } from './CopyForm.tsx';
import { cellsOf, type RoleRow, readOnly } from './cells.tsx';
import { roleFields } from './roleFields.tsx';

const RoleUsers = lazy(() => import('./RoleUsers.tsx'));
const RoleView = lazy(() => import('./RoleView.tsx'));

const endpoints = {
  list: roleApi.getRoleList,
  get: roleApi.getRole,
  add: roleApi.addRole,
  edit: roleApi.editRole,
  remove: roleApi.deleteRole,
  status: roleApi.updateRoleStatus,
};
const messages = { edited: '角色已保存，对已登录的用户立即生效' };
const switched = {
  question: (row: RoleRow) => `停用角色 ${row.name}？${row.userCount} 个用户会立即失去它给的权限。`,
  ok: '停用角色',
};
const removed = { doneText: texts.succeeded };
const removable = (row: RoleRow) => readOnly(row) === undefined && row.userCount === 0;

/** Roles: menus and buttons, data scope, holders (domain.md 6.7). */
export default function RoleScreen() {
  const { user } = useSession();
  const [copy, setCopy] = useState<Opening>();
  const [users, setUsers] = useState<RoleRow>();
  const list = useRef<ListActions<RoleRow>>(undefined);
  const { menus, departments } = useChoices(user?.permissions.join(',') ?? '');
  const cells = useMemo(() => cellsOf(setUsers), []);
  const fields = useMemo(() => roleFields(menus, departments), [menus, departments]);

  const actions = (listActions: ListActions<RoleRow>) => {
    list.current = listActions;
    return [
      { key: 'users', label: '用户', onClick: setUsers },
      {
        key: 'copy',
        label: '复制',
        shown: () => can('role:add'),
        blocked: (row: RoleRow) => (row.beyond ? `该角色有${row.beyond}` : undefined),
        onClick: ({ id, name, key }: RoleRow) => setCopy({ values: { id, name: `${name} 副本`, key: `${key}_copy` } }),
      },
    ];
  };
  const reload = () => list.current?.reload();
  return (
    <>
      <ListScreen
        resource={role}
        endpoints={endpoints}
        cells={cells}
        form={{ size: 'large', fields, addText: '新增角色', doneTexts: messages }}
        readOnly={readOnly}
        view={(row, onClose) => (
          <Suspense fallback={<NavigationProgress />}>
            <RoleView row={row} menus={menus} departments={departments} onClose={onClose} />
          </Suspense>
        )}
        actions={actions}
        switched={switched}
        removable={removable}
        removed={removed}
        table={{ actionsWidth: 148, rowClass: (row) => (row.status === 'disabled' ? 'text-text3' : undefined) }}
      />
      <CopyForm open={copy} onClosed={() => setCopy(undefined)} onDone={reload} />
      <Suspense fallback={<NavigationProgress />}>
        {users && (
          <RoleUsers
            row={users}
            editable={can('role:user') && users.beyond === null}
            onClose={() => setUsers(undefined)}
            onChanged={reload}
          />
        )}
      </Suspense>
    </>
  );
}

/** Returns the menus and departments for the form; loaded again when the viewer's permissions change. */
function useChoices(permissions: string): { menus: readonly MenuChoice[]; departments: readonly TreeOption[] } {
  const [menus, setMenus] = useState<readonly MenuChoice[]>([]);
  const [departments, setDepartments] = useState<readonly TreeOption[]>([]);
  useEffect(() => {
    if (permissions === '') return;
    callApi(roleApi.getRoleMenuList, {}).then(setMenus, () => undefined);
    callApi(userApi.getUserDepartmentTree, {}).then(
      (nodes) => setDepartments(treeOptions(nodes)),
      () => undefined,
    );
  }, [permissions]);
  return { menus, departments };
}
