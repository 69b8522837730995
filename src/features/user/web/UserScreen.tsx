import { AddButton } from '#web/screen/AddButton.tsx';
import './user.css';
import { useCallback, useMemo, useRef, useState } from 'react';
import { attempt } from '#web/call/outcome.ts';
import { call } from '#web/call/request.ts';
import { can, useSession } from '#web/call/session.ts';
import { ImportButton } from '#web/crud/ImportButton.tsx';
import { portraitUrl } from '#web/file/Portrait.tsx';
import type { DialogFormHandle, FormValues } from '#web/form/types.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useMedia } from '#web/shell/useMedia.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { ExportButton } from '#web/table/ExportButton.tsx';
import type { DataTableHandle } from '#web/table/types.ts';
import { type View, ViewTabs } from '#web/table/ViewTabs.tsx';
import { userApi } from '../contract.ts';
import { toggleUser } from './acts.tsx';
import { BatchForm } from './BatchForm.tsx';
import { type BatchForm as BatchKind, bulkActionsOf } from './bulkActions.ts';
import { columnsOf, type UserRow } from './columns.tsx';
import { DepartmentSide } from './DepartmentSide.tsx';
import { RolesForm } from './RolesForm.tsx';
import { rowActionsOf } from './rowActions.ts';
import { UserForm } from './UserForm.tsx';
import { useDepartmentTree } from './useDepartmentTree.ts';
import { useRoleChoices } from './useRoleChoices.ts';
import { valuesOf } from './userValues.ts';
import { useUserFilters } from './useUserFilters.ts';

const views: readonly View<'all' | 'enabled' | 'disabled'>[] = [
  { key: 'all', label: '全部用户' },
  { key: 'enabled', label: '启用' },
  { key: 'disabled', label: '停用' },
];

/** The newest version of an account, phone and mailbox in clear; the list has them masked. */
function whole(id: string): Promise<UserRow | undefined> {
  return attempt(() => call(userApi.getUser, { id }), { done: null, failed: '账号没有打开' });
}

async function accountValues(row: UserRow): Promise<FormValues> {
  return valuesOf(row, row.avatar ? await portraitUrl(row.avatar) : undefined);
}

function roleValues({ id, version, roles }: UserRow): FormValues {
  return { id, version, roleIds: roles.map((role) => role.id) };
}

/** Back-office accounts by department (domain.md 6.6). */
export default function UserScreen() {
  const { query, setQuery } = useScreen();
  const { user } = useSession();
  const me = user?.id;
  const rights = user?.permissions.join(',') ?? '';
  const table = useRef<DataTableHandle<UserRow>>(null);
  const form = useRef<DialogFormHandle>(null);
  const rolesForm = useRef<DialogFormHandle>(null);
  const [editing, setEditing] = useState<UserRow>();
  const [batch, setBatch] = useState<{ kind: BatchKind; people: readonly UserRow[]; clear: () => void }>();
  const tree = useDepartmentTree();
  const { reload: reloadTree } = tree;
  const { roles, reload: reloadRoles } = useRoleChoices();
  const beside = useMedia('(width >= 1280px)');
  const filters = useUserFilters(tree.options, roles, beside);

  const reload = useCallback(() => {
    table.current?.reload({ keepPlace: true });
    reloadTree();
  }, [reloadTree]);
  const after = useCallback((act: Promise<boolean>) => void act.then((changed) => changed && reload()), [reload]);
  const edit = useCallback(
    async ({ id }: Pick<UserRow, 'id'>) => {
      const row = await whole(id);
      if (!row) return;
      setEditing(row);
      reloadRoles();
      form.current?.open(await accountValues(row));
    },
    [reloadRoles],
  );
  const giveRoles = useCallback(
    (row: UserRow) => {
      setEditing(row);
      reloadRoles();
      rolesForm.current?.open(roleValues(row));
    },
    [reloadRoles],
  );
  const newest = async () => {
    const row = editing && (await whole(editing.id));
    if (row) setEditing(row);
    reload();
    return row;
  };
  const add = useCallback(() => {
    setEditing(undefined);
    reloadRoles();
    form.current?.open();
  }, [reloadRoles]);

  const columns = useMemo(
    () =>
      columnsOf({
        onToggle: rights.includes('user:status') ? (row) => after(toggleUser(row)) : undefined,
        blocked: (row) => (row.id === me ? '不能停用自己的账号' : undefined),
      }),
    [rights, me, after],
  );
  const rowActions = useMemo(
    () => rowActionsOf({ rights, me, edit: (row) => void edit(row), roles: giveRoles, after }),
    [rights, me, edit, giveRoles, after],
  );
  const bulkActions = useMemo(
    () =>
      bulkActionsOf({
        rights,
        after,
        ask: (kind, people, clear) => {
          reloadRoles();
          setBatch({ kind, people, clear });
        },
      }),
    [rights, after, reloadRoles],
  );

  return (
    <div
      className={
        beside ? 'tree-screen user-page low on-container full-height' : 'user-page low on-container full-height'
      }
    >
      {beside && (
        <DepartmentSide
          tree={tree}
          chosen={query.get('departmentId') ?? undefined}
          onChoose={(id) => setQuery({ departmentId: id ?? null, page: null })}
        />
      )}
      <DataTable
        ref={table}
        name="user"
        noun="用户"
        endpoint={userApi.getUserList}
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        actionsWidth={134}
        bulkActions={bulkActions}
        onOpen={can('user:edit') ? (row) => void edit(row) : undefined}
        rowClass={(row) => (row.status === 'disabled' ? 'user-disabled' : undefined)}
        views={
          <ViewTabs
            label="用户状态"
            views={views}
            value={views.find(({ key }) => key === query.get('status'))?.key ?? 'all'}
            onChange={(key) => setQuery({ status: key === 'all' ? null : key, page: null })}
          />
        }
        actions={
          <>
            {can('user:import') && (
              <ImportButton
                noun="用户"
                upload={userApi.importUser}
                template={userApi.getImportTemplate}
                onChanged={reload}
              />
            )}
            {can('user:export') && (
              <ExportButton endpoint={userApi.exportUser} input={() => table.current?.input() ?? {}} />
            )}
            {can('user:add') && <AddButton label="新增用户" onAdd={add} />}
          </>
        }
      />
      <UserForm
        form={form}
        editing={editing !== undefined}
        own={editing && editing.id === me ? editing : undefined}
        otherProjects={editing?.otherProjects ?? 0}
        departments={tree.options}
        roles={roles}
        onDone={reload}
        newest={async () => {
          const row = await newest();
          return row && accountValues(row);
        }}
      />
      <RolesForm
        form={rolesForm}
        name={editing?.name ?? ''}
        roles={roles}
        onDone={reload}
        newest={async () => {
          const row = await newest();
          return row && roleValues(row);
        }}
      />
      {batch && (
        <BatchForm
          kind={batch.kind}
          people={batch.people}
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
