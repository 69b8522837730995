import { useMemo } from 'react';
import { withToast } from '#web/api/feedback.ts';
import { callApi } from '#web/api/request.ts';
import { can } from '#web/api/session.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import type { StatusSwitch } from '#web/crud/types.ts';
import { box } from '#web/message/message.tsx';
import { useCall } from '#web/screen/useCall.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { app, appApi } from '../contract.ts';
import { cells, columns, type AppRow as Row } from './cells.tsx';
import { fieldsOf, rules } from './fields.tsx';
import { showSecret } from './showSecret.tsx';

/** Tabs of the page; push targets and deliveries will be added with the push feature. */
const views = [{ key: 'app', label: '第三方应用' }] as const;

/** Returns why the viewer cannot edit the application. */
const shared = (row: Row) => (row.otherProjects > 0 ? '也用于你范围以外的项目，由管理全部这些项目的人修改' : undefined);
const untouchable = (row: Row) =>
  shared(row) ?? (row.autoApprove && !can('app:trust') ? '免确认，须有「设置应用免确认」的权限' : undefined);

const endpoints = {
  list: appApi.getAppList,
  get: appApi.getApp,
  add: appApi.addApp,
  edit: appApi.editApp,
  status: appApi.updateAppStatus,
};
const switched: StatusSwitch<Row> = {
  question: ({ name }) => `停用「${name}」？`,
  note: '它的令牌立即失效，已授权的人不能再从它登录。',
  ok: '停用应用',
  doneTexts: ['已停用', '已启用'],
};

/** 第三方应用: applications that send users here to log in, or read the public API (domain.md 10). */
export default function AppListScreen() {
  const { data: options } = useCall(appApi.getAppOption, {}, { first: true });
  const fields = useMemo(() => fieldsOf(options), [options]);
  return (
    <ListScreen
      resource={app}
      endpoints={endpoints}
      cells={cells}
      columns={columns}
      form={{
        fields,
        rules,
        initial: { scopes: ['profile'] },
        onAdded: ({ appid, secret }) => void showSecret(appid, secret),
      }}
      readOnly={untouchable}
      switchBlocked={shared}
      actions={() =>
        can('app:edit')
          ? [{ key: 'secret', label: '轮换密钥', blocked: shared, onClick: (row) => void rotate(row) }]
          : []
      }
      switched={switched}
      nothing="还没有第三方应用。登记之后，别的系统才能从这里登录或读取公开接口。"
      table={{
        rowLabel: '第三方应用',
        actionsWidth: 168,
        views: <ViewTabs label="推送列表" views={views} value="app" onChange={() => undefined} />,
      }}
    />
  );
}

async function rotate(row: Row): Promise<void> {
  const sure = await box.confirm(`轮换「${row.name}」的密钥？`, {
    note: '旧密钥还能再用 24 小时，对方须在此之前换上新密钥。',
    ok: '轮换密钥',
  });
  if (!sure) return;
  const answer = await withToast(() => callApi(appApi.resetAppSecret, { id: row.id }), { done: null });
  if (answer) await showSecret(row.appid, answer.secret);
}
