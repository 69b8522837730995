import { AppWindow } from 'lucide-react';
import type { OutputOf } from '#shared/endpoint.ts';
import { joinNames } from '#shared/joinNames.ts';
import { type Cells, createdColumn } from '#web/crud/columns.tsx';
import type { ListScreenProps } from '#web/crud/types.ts';
import { FileImage } from '#web/file/FileImage.tsx';
import type { appApi } from '../contract.ts';
import './app.css';

export type AppRow = OutputOf<typeof appApi.getAppList>;

const none = <AppWindow size={16} aria-hidden />;

/** Logo of the application, then its name. */
function AppName({ row: { name, logoFileId } }: { row: AppRow }) {
  return (
    <span className="app-name flex items-center min-w-0 gap-2">
      <span className="app-logo grid place-items-center w-5 flex-none text-text3">
        {logoFileId ? <FileImage id={logoFileId} alt="" empty={none} /> : none}
      </span>
      <strong className="overflow-hidden text-ellipsis" title={name}>
        {name}
      </strong>
    </span>
  );
}

/** Cells that differ from their field's value. */
export const cells: Cells<AppRow> = {
  name: (row) => <AppName row={row} />,
  appid: ({ appid }) => <code>{appid}</code>,
  autoApprove: ({ autoApprove }) => (autoApprove ? '免确认' : null),
  projectNames: ({ grants, projectIds, projectNames, otherProjects }) => {
    if (projectIds !== null) return joinNames(projectNames, otherProjects);
    return grants.includes('authorization_code') ? '全部项目' : '未指定，到不了任何项目';
  },
  tokenMinutes: ({ tokenMinutes }) => `${tokenMinutes} 分钟`,
};

/** Columns by importance for identifying an application (domain.md 10). */
export const columns: ListScreenProps<typeof appApi.getAppList, never, never>['columns'] = [
  'name',
  'appid',
  'redirectUris',
  'scopes',
  'autoApprove',
  'projectNames',
  'userCount',
  'tokenMinutes',
  'description',
  'grants',
  'status',
  { ...createdColumn, title: '登记时间', width: 104 },
];
