import { AppWindow } from 'lucide-react';
import type { OutputOf } from '#shared/endpoint.ts';
import { namesAnd } from '#shared/namesAnd.ts';
import { FileImage } from '#web/FileImage.tsx';
import { fullTime, listTime } from '#web/format.ts';
import { StateWord } from '#web/StateWord.tsx';
import type { Column } from '#web/table/types.ts';
import { type appApi, appGrants, appScopes } from '../contract.ts';
import './app.css';

export type AppRow = OutputOf<typeof appApi.getAppList>;

const none = <AppWindow size={16} aria-hidden />;

/** The picture by which people know it, before its name. */
function AppName({ row: { name, logoFileId } }: { row: AppRow }) {
  return (
    <span className="app-name">
      <span className="app-logo">{logoFileId ? <FileImage id={logoFileId} alt="" empty={none} /> : none}</span>
      <strong title={name}>{name}</strong>
    </span>
  );
}

const worded = (words: Readonly<Record<string, string>>, keys: readonly string[]) =>
  keys.map((key) => words[key] ?? key).join('、') || '—';

function projectsOf({ projectIds, projectNames, otherProjects }: AppRow): string {
  return projectIds === null ? '全部项目' : namesAnd(projectNames, otherProjects);
}

export const columns: readonly Column<AppRow>[] = [
  { key: 'name', title: '名称', width: 160, fixed: 'left', sort: true, render: (row) => <AppName row={row} /> },
  { key: 'appid', title: 'appid', width: 160, render: (row) => <code>{row.appid}</code> },
  { key: 'redirectUris', title: '返回地址', width: 136, render: (row) => row.redirectUris.join('、') || '—' },
  { key: 'scopes', title: '权限范围', width: 120, render: (row) => worded(appScopes, row.scopes) },
  { key: 'autoApprove', title: '免确认', width: 64, render: (row) => (row.autoApprove ? '免确认' : null) },
  { key: 'projectNames', title: '项目', width: 128, render: projectsOf },
  { key: 'userCount', title: '授权人数', width: 72, align: 'right' },
  {
    key: 'tokenMinutes',
    title: '令牌有效',
    width: 80,
    align: 'right',
    hidden: true,
    render: (row) => `${row.tokenMinutes} 分钟`,
  },
  { key: 'description', title: '说明', width: 160, hidden: true },
  { key: 'grants', title: '授权方式', width: 160, hidden: true, render: (row) => worded(appGrants, row.grants) },
  { key: 'status', title: '状态', width: 68, render: (row) => <StateWord on={row.status === 'enabled'} /> },
  {
    key: 'createdAt',
    title: '登记时间',
    width: 104,
    sort: true,
    render: (row) => <span title={fullTime(row.createdAt)}>{listTime(row.createdAt)}</span>,
  },
];
