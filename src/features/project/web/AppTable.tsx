import { PanelTable } from '#web/crud/PanelTable.tsx';
import { count } from '#web/data/format.ts';
import type { Column } from '#web/table/types.ts';
import { StatusLabel } from '#web/ui/StatusLabel.tsx';
import type { Overview } from './tabs.ts';

const columns: Column<Overview['apps'][number]>[] = [
  { key: 'name', title: '名称', render: ({ name }) => <strong>{name}</strong> },
  { key: 'description', title: '说明' },
  { key: 'scopes', title: '权限范围', render: ({ scopes }) => scopes.join('、') },
  { key: 'allProjects', title: '项目', render: ({ allProjects }) => (allProjects ? '全部项目' : '指定项目') },
  { key: 'userCount', title: '授权用户', align: 'right', render: ({ userCount }) => count(userCount) },
  { key: 'status', title: '状态', render: ({ status }) => <StatusLabel on={status === 'enabled'} /> },
];

/** Apps that may read this project's data or log its users in. */
export function AppTable({ apps }: { apps: Overview['apps'] }) {
  if (apps.length === 0)
    return (
      <section className="project-empty text-center text-text2" aria-label="第三方应用">
        <h2 className="title-line justify-center mt-1 mb-2">没有接入本项目的应用</h2>
        <p>在「平台 / 推送列表」里登记第三方应用并选上本项目，它就会出现在这里。</p>
      </section>
    );
  return (
    <div className="flex-1 min-h-0 overflow-auto">
      <PanelTable label="第三方应用" columns={columns} rows={apps} />
    </div>
  );
}
