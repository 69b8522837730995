import { useRef, useState } from 'react';
import { AddButton } from '#web/AddButton.tsx';
import type { DialogFormHandle } from '#web/form/types.ts';
import { box, toast } from '#web/message.tsx';
import { attempt } from '#web/outcome.ts';
import { call, callList } from '#web/request.ts';
import { can } from '#web/session.ts';
import { statusOptions } from '#web/statusOptions.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { Nothing } from '#web/table/Outcome.tsx';
import type { DataTableHandle, Filter, RowAction } from '#web/table/types.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { appApi } from '../contract.ts';
import { AppForm } from './AppForm.tsx';
import { columns, type AppRow as Row } from './columns.tsx';
import { showSecret } from './showSecret.tsx';

const filters: readonly Filter[] = [
  { kind: 'text', field: 'keyword', label: '关键字', placeholder: '名称 / appid' },
  { kind: 'multi', field: 'status', label: '状态', options: statusOptions },
];

/** Targets and deliveries of pushes join here with the pushing itself. */
const views = [{ key: 'app', label: '第三方应用' }] as const;

/** Why the application stays as it is for this person. */
const shared = (row: Row) => (row.otherProjects > 0 ? '也用于你范围以外的项目，由管理全部这些项目的人修改' : undefined);
const untouchable = (row: Row) =>
  shared(row) ?? (row.autoApprove && !can('app:trust') ? '免确认，须有「设置应用免确认」的权限' : undefined);

/** 第三方应用: who may send people here to log in, or read through the public API (domain.md 10). */
export default function AppListScreen() {
  const table = useRef<DataTableHandle<Row>>(null);
  const form = useRef<DialogFormHandle>(null);
  const editable = can('app:edit');
  const reload = () => table.current?.reload({ keepPlace: true });
  const [editing, setEditing] = useState<Row>();
  const add = () => {
    setEditing(undefined);
    form.current?.open();
  };
  const edit = (row: Row) => {
    setEditing(row);
    form.current?.open(valuesOf(row));
  };
  const open = (row: Row) => {
    const reason = untouchable(row);
    if (reason) toast.warning(`「${row.name}」${reason}`);
    else edit(row);
  };
  const newest = async () => {
    const { rows } = await callList(appApi.getAppList, { keyword: editing?.appid ?? '' });
    const row = rows.find(({ id }) => id === editing?.id);
    reload();
    return row && valuesOf(row);
  };
  const rowActions: readonly RowAction<Row>[] = editable
    ? [
        { key: 'edit', label: '编辑', blocked: untouchable, onClick: edit },
        { key: 'secret', label: '轮换密钥', blocked: shared, onClick: (row) => void rotate(row) },
        {
          key: 'disable',
          label: '停用',
          blocked: shared,
          shown: (row) => row.status === 'enabled',
          onClick: (row) => void toggle(row).then(reload),
        },
        {
          key: 'enable',
          label: '启用',
          blocked: shared,
          shown: (row) => row.status !== 'enabled',
          onClick: (row) => void toggle(row).then(reload),
        },
      ]
    : [];
  return (
    <>
      <DataTable
        ref={table}
        name="app"
        noun="第三方应用"
        endpoint={appApi.getAppList}
        columns={columns}
        filters={filters}
        views={<ViewTabs label="推送列表" views={views} value="app" onChange={() => undefined} />}
        rowActions={rowActions}
        actionsWidth={168}
        onOpen={editable ? open : undefined}
        actions={editable && <AddButton label="新增应用" onAdd={add} />}
        empty={
          <Nothing why="还没有第三方应用。登记之后，别的系统才能从这里登录或读取公开接口。">
            {editable && (
              <button type="button" className="button" onClick={add}>
                新增应用
              </button>
            )}
          </Nothing>
        }
      />
      <AppForm form={form} editing={editing !== undefined} onDone={reload} newest={newest} />
    </>
  );
}

function valuesOf(row: Row) {
  return {
    id: row.id,
    version: row.version,
    name: row.name,
    description: row.description ?? '',
    logoFileId: row.logoFileId ?? undefined,
    redirectUris: row.redirectUris.join('\n'),
    scopes: row.scopes,
    grants: row.grants,
    autoApprove: row.autoApprove,
    tokenMinutes: row.tokenMinutes,
    projectIds: row.projectIds ?? undefined,
  };
}

async function rotate(row: Row): Promise<void> {
  const sure = await box.confirm(`轮换「${row.name}」的密钥？`, {
    note: '旧密钥还能再用 24 小时，对方须在此之前换上新密钥。',
    ok: '轮换密钥',
  });
  if (!sure) return;
  const answer = await attempt(() => call(appApi.resetAppSecret, { id: row.id }), { done: null });
  if (answer) await showSecret(row.appid, answer.secret);
}

async function toggle(row: Row): Promise<void> {
  const off = row.status === 'enabled';
  const sure =
    !off ||
    (await box.confirm(`停用「${row.name}」？`, {
      note: '它的令牌立即失效，已授权的人不能再从它登录。',
      ok: '停用应用',
      danger: true,
    }));
  if (!sure) return;
  await attempt(() => call(appApi.updateAppStatus, { id: row.id, status: off ? 'disabled' : 'enabled' }), {
    done: off ? '已停用' : '已启用',
  });
}
