import { AddButton } from '#web/AddButton.tsx';
import './role.css';
import { lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { userApi } from '#features/user/contract.ts';
import type { DialogFormHandle, TreeOption } from '#web/form/types.ts';
import { NavigationProgress } from '#web/progress.ts';
import { call, callList } from '#web/request.ts';
import { can, useSession } from '#web/session.ts';
import { statusOptions } from '#web/statusOptions.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import type { DataTableHandle, Filter } from '#web/table/types.ts';
import { treeOptions } from '#web/tree/nodes.ts';
import { type MenuChoice, roleApi } from '../contract.ts';
import { CopyForm } from './CopyForm.tsx';
import { columnsOf, type RoleRow, readOnly } from './columns.tsx';
import { RoleForm } from './RoleForm.tsx';
import { rowActionsOf } from './rowActions.ts';

const RoleUsers = lazy(() => import('./RoleUsers.tsx'));
const RoleView = lazy(() => import('./RoleView.tsx'));

const filters: readonly Filter[] = [
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '名称 / 标识' },
  { kind: 'select', field: 'status', label: '状态', options: statusOptions },
];

/** Roles: what each may open and do, whose data it sees, and who has it (domain.md 6.7). */
export default function RoleScreen() {
  const { user } = useSession();
  const rights = user?.permissions.join(',') ?? '';
  const table = useRef<DataTableHandle<RoleRow>>(null);
  const form = useRef<DialogFormHandle>(null);
  const copy = useRef<DialogFormHandle>(null);
  const [editing, setEditing] = useState<RoleRow>();
  const [seen, setSeen] = useState<RoleRow>();
  const [users, setUsers] = useState<RoleRow>();
  const { menus, departments } = useChoices(rights);

  const reload = useCallback(() => table.current?.reload({ keepPlace: true }), []);
  const after = useCallback((act: Promise<boolean>) => void act.then((changed) => changed && reload()), [reload]);
  const open = useCallback((row: RoleRow) => {
    if (readOnly(row) || !can('role:edit')) {
      setSeen(row);
      return;
    }
    setEditing(row);
    form.current?.open(valuesOf(row));
  }, []);
  const newest = async () => {
    if (!editing) return undefined;
    const { rows } = await callList(roleApi.getRoleList, { keyword: editing.key, limit: 200 });
    const row = rows.find(({ id }) => id === editing.id);
    reload();
    return row && valuesOf(row);
  };
  const add = useCallback(() => {
    setEditing(undefined);
    form.current?.open();
  }, []);

  const columns = useMemo(() => columnsOf(setUsers), []);
  const rowActions = useMemo(
    () =>
      rowActionsOf({
        rights,
        open,
        users: setUsers,
        copy: (row) => copy.current?.open({ id: row.id, name: `${row.name} 副本`, key: `${row.key}_copy` }),
        after,
      }),
    [rights, open, after],
  );

  return (
    <>
      <DataTable
        ref={table}
        name="role"
        noun="角色"
        endpoint={roleApi.getRoleList}
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        actionsWidth={148}
        onOpen={open}
        rowClass={(row) => (row.status === 'disabled' ? 'role-disabled' : undefined)}
        actions={can('role:add') && <AddButton label="新增角色" onAdd={add} />}
      />
      <RoleForm
        form={form}
        editing={editing !== undefined}
        menus={menus}
        departments={departments}
        onDone={reload}
        newest={newest}
      />
      <CopyForm form={copy} onDone={reload} />
      <Suspense fallback={<NavigationProgress />}>
        {seen && <RoleView row={seen} menus={menus} departments={departments} onClose={() => setSeen(undefined)} />}
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

function valuesOf(row: RoleRow) {
  const { id, version, name, key, dataScope, departmentIds, menuIds, sort } = row;
  return { id, version, name, key, dataScope, departmentIds, menuIds, sort, remark: row.remark ?? undefined };
}

/** What a role can have: read again when the person's own rights change. */
function useChoices(rights: string): { menus: readonly MenuChoice[]; departments: readonly TreeOption[] } {
  const [menus, setMenus] = useState<readonly MenuChoice[]>([]);
  const [departments, setDepartments] = useState<readonly TreeOption[]>([]);
  useEffect(() => {
    if (rights === '') return;
    call(roleApi.getRoleMenuList, {}).then(setMenus, () => undefined);
    call(userApi.getUserDepartmentTree, {}).then(
      (nodes) => setDepartments(treeOptions(nodes)),
      () => undefined,
    );
  }, [rights]);
  return { menus, departments };
}
