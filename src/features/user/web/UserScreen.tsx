import './user.css';
import { useMemo, useRef, useState } from 'react';
import { callApi } from '#web/api/request.ts';
import { can, useSession } from '#web/api/session.ts';
import { useMedia } from '#web/core/useMedia.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import type { ListActions } from '#web/crud/types.ts';
import type { FormValues, Opening } from '#web/form/types.ts';
import { useScreen } from '#web/screen/screen.ts';
import { type View, ViewTabs } from '#web/table/ViewTabs.tsx';
import { user as resource, userApi } from '../contract.ts';
import { type BatchKind, bulkActions, rowActions } from './actions.ts';
import { BatchForm } from './BatchForm.tsx';
import { cellsOf, columns, type UserRow } from './cells.tsx';
import { DepartmentSide } from './DepartmentSide.tsx';
import { RolesForm } from './RolesForm.tsx';
import { toggleUser } from './rowMutations.tsx';
import { useDepartmentTree } from './useDepartmentTree.ts';
import { useRoleChoices } from './useRoleChoices.ts';
import { useUserForm, valuesOf } from './userForm.ts';

const endpoints = {
  list: userApi.getUserList,
  get: userApi.getUser,
  add: userApi.addUser,
  edit: userApi.editUser,
  export: userApi.exportUser,
  import: userApi.importUser,
  template: userApi.getImportTemplate,
};
const views: readonly View<'all' | 'enabled' | 'disabled'>[] = [
  { key: 'all', label: '全部用户' },
  { key: 'enabled', label: '启用' },
  { key: 'disabled', label: '停用' },
];

function roleValues({ id, version, roles }: UserRow): FormValues {
  return { id, version, roleIds: roles.map((role) => role.id) };
}

/** Back-office accounts by department (domain.md 6.6). */
export default function UserScreen() {
  const { query, setQuery } = useScreen();
  const { user } = useSession();
  const me = user?.id;
  const [rolesForm, setRolesForm] = useState<Opening>();
  const list = useRef<ListActions<UserRow>>(undefined);
  const reload = () => list.current?.reload();
  const [giving, setGiving] = useState<UserRow>();
  const [batch, setBatch] = useState<{ kind: BatchKind; users: readonly UserRow[]; clear: () => void }>();
  const tree = useDepartmentTree();
  const { roles, reload: reloadRoles } = useRoleChoices();
  const form = useUserForm({ me, departments: tree.options, roles, reloadRoles });
  // On wide screens the department tree is next to the list.
  const isWide = useMedia('(width >= 1280px)');

  const canToggle = can('user:status');
  const cells = useMemo(() => {
    const toggle = (row: UserRow) => void toggleUser(row).then((changed) => changed && list.current?.reload());
    return cellsOf({ me, onToggle: canToggle ? toggle : undefined });
  }, [me, canToggle]);
  const filters = useMemo(
    () => [
      ['keyword', { placeholder: '账号 / 姓名 / 手机', width: 176 }] as const,
      { kind: 'select', field: 'roleId', label: '角色', options: roles, width: 152 } as const,
      { kind: 'tree', field: 'departmentId', label: '部门', options: tree.options, elsewhere: isWide } as const,
      { kind: 'dates', from: 'createdFrom', to: 'createdTo', label: '创建时间', unit: 'instant' } as const,
      ['status', { elsewhere: true }] as const,
    ],
    [roles, tree.options, isWide],
  );
  const editRoles = (row: UserRow) => {
    setGiving(row);
    reloadRoles();
    setRolesForm({ values: roleValues(row) });
  };
  async function fetchLatestRoles(): Promise<FormValues | undefined> {
    if (!giving) return undefined;
    reload();
    return roleValues(await callApi(userApi.getUser, { id: giving.id }));
  }

  return (
    <div className={`${isWide ? 'tree-screen grid ' : ''}user-page min-h-0 bg-container h-full`}>
      {isWide && (
        <DepartmentSide
          tree={tree}
          selected={query.get('departmentId') ?? undefined}
          onChoose={(id) => setQuery({ departmentId: id ?? null, page: null })}
        />
      )}
      <ListScreen
        resource={resource}
        endpoints={endpoints}
        cells={cells}
        columns={columns}
        filters={filters}
        form={form}
        valuesOf={valuesOf}
        onChanged={tree.reload}
        actions={(listActions) => {
          list.current = listActions;
          return rowActions(listActions, me, editRoles);
        }}
        bulkActions={(listActions) =>
          bulkActions(listActions, (kind, users, clear) => {
            reloadRoles();
            setBatch({ kind, users, clear });
          })
        }
        table={{
          actionsWidth: 134,
          rowClass: ({ status }) => (status === 'disabled' ? 'text-text3' : undefined),
          views: (
            <ViewTabs
              label="用户状态"
              views={views}
              value={views.find(({ key }) => key === query.get('status'))?.key ?? 'all'}
              onChange={(key) => setQuery({ status: key === 'all' ? null : key, page: null })}
            />
          ),
        }}
      />
      <RolesForm
        open={rolesForm}
        onClosed={() => setRolesForm(undefined)}
        name={giving?.name ?? ''}
        roles={roles}
        onDone={reload}
        fetchLatest={fetchLatestRoles}
      />
      {batch && (
        <BatchForm
          kind={batch.kind}
          users={batch.users}
          roles={roles}
          departments={tree.options}
          onDone={() => {
            batch.clear();
            reload();
          }}
          onClosed={() => setBatch(undefined)}
        />
      )}
    </div>
  );
}
