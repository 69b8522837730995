import { Plus } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { projectApi } from '#features/project/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { useOptions, useWords } from '#web/dictionary.ts';
import type { DialogFormHandle, TreeOption } from '#web/form/types.ts';
import { box } from '#web/message.tsx';
import { attempt } from '#web/outcome.ts';
import { call } from '#web/request.ts';
import { can } from '#web/session.ts';
import { useHotkey } from '#web/shell/hotkeys.ts';
import { useScreen } from '#web/shell/screen.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { ExportButton } from '#web/table/ExportButton.tsx';
import type { DataTableHandle, RowAction } from '#web/table/types.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { useScreenData } from '#web/useScreenData.ts';
import { ConfigForm } from './ConfigForm.tsx';
import { columnsOf, filtersOf, type Project, views } from './columns.tsx';
import { ProjectForm } from './ProjectForm.tsx';
import { RenewForm } from './RenewForm.tsx';
import './project.css';

interface Node {
  id: string;
  name: string;
  children: readonly Node[];
}

function treeOf(nodes: readonly Node[]): TreeOption[] {
  return nodes.map(({ id, name, children }) => ({ value: id, title: name, children: treeOf(children) }));
}

/** Contracts (domain.md 6.12): who, until when, for how many, and how fast an alarm has to be taken. */
export default function ProjectScreen() {
  const { active, query, setQuery } = useScreen();
  const table = useRef<DataTableHandle<Project>>(null);
  const form = useRef<DialogFormHandle>(null);
  const config = useRef<DialogFormHandle>(null);
  const renew = useRef<DialogFormHandle>(null);
  const words = useWords('project_status');
  const statuses = useOptions('project_status');
  const { data: tree } = useScreenData(userApi.getUserDepartmentTree, {});
  const departments = useMemo(() => treeOf(tree ?? []), [tree]);
  const columns = useMemo(() => columnsOf(words), [words]);
  const filters = useMemo(() => filtersOf(statuses, departments), [statuses, departments]);
  const view = views.find(({ key }) => key === query.get('view')) ?? views[0];
  const edits = can('project:edit');
  const add = () => form.current?.open({});
  useHotkey('Alt N', add, active && edits);
  const changed = () => table.current?.reload({ keepPlace: true });

  const closed = (row: Project) => (row.status === 'closed' ? '项目已结项' : undefined);
  const actions: RowAction<Project>[] = [
    ...(edits ? [{ key: 'edit', label: '编辑', onClick: (row: Project) => form.current?.open({ ...row }) }] : []),
    ...(can('project:config')
      ? [{ key: 'config', label: '配置', onClick: (row: Project) => config.current?.open({ ...row }) }]
      : []),
    ...(edits
      ? [
          {
            key: 'renew',
            label: '续期',
            blocked: closed,
            onClick: (row: Project) => renew.current?.open({ ...row, endDate: undefined, until: row.endDate }),
          },
          {
            key: 'pause',
            label: '暂停',
            shown: (row: Project) => row.status === 'running' || row.status === 'expired',
            onClick: (row: Project) => void setStatus(row, 'paused', '已暂停', changed),
          },
          {
            key: 'run',
            label: '转为运行',
            shown: (row: Project) => row.status === 'preparing' || row.status === 'paused',
            onClick: (row: Project) => void setStatus(row, 'running', '已转为运行', changed),
          },
          {
            key: 'close',
            label: '结项',
            tone: 'danger' as const,
            blocked: closed,
            onClick: (row: Project) => void close(row, changed),
          },
        ]
      : []),
  ];

  return (
    <>
      <DataTable
        ref={table}
        name="project"
        noun="项目"
        endpoint={projectApi.getProjectList}
        columns={columns}
        filters={filters}
        params={view.params}
        rowActions={actions}
        actionsWidth={152}
        onOpen={edits ? (row) => form.current?.open({ ...row }) : undefined}
        rowClass={(row) => (row.status === 'closed' ? 'project-closed' : undefined)}
        views={<ViewTabs label="项目范围" views={views} value={view.key} onChange={(key) => setQuery({ view: key })} />}
        actions={
          <>
            {can('project:export') && (
              <ExportButton endpoint={projectApi.exportProject} input={() => table.current?.input() ?? {}} />
            )}
            {edits && (
              <button type="button" className="button primary" onClick={add}>
                <Plus size={16} aria-hidden /> 新增项目 <kbd>Alt N</kbd>
              </button>
            )}
          </>
        }
      />
      <ProjectForm ref={form} departments={departments} onDone={changed} />
      <ConfigForm ref={config} onDone={changed} />
      <RenewForm ref={renew} onDone={changed} />
    </>
  );
}

type Status = 'running' | 'paused';

async function setStatus(row: Project, status: Status, done: string, changed: () => void): Promise<void> {
  const question = `暂停「${row.name}」？告警照常接收和处理，数据都在。`;
  if (status === 'paused' && !(await box.confirm(question, { ok: '暂停项目' }))) return;
  await attempt(() => call(projectApi.updateProjectStatus, { id: row.id, status }), { done, failed: '修改失败' });
  changed();
}

async function close(row: Project, changed: () => void): Promise<void> {
  const text = `结项后「${row.name}」不能再改状态、续期和新增客户；${row.customerCount} 名客户的告警仍会接收。请写明原因：`;
  const reason = await box.prompt(text, {
    ok: '结项',
    danger: true,
    multiline: true,
    validator: (typed) => typed.trim().length > 0 || '请填写结项原因',
  });
  if (reason === null) return;
  await attempt(
    () => call(projectApi.updateProjectStatus, { id: row.id, status: 'closed', reason: reason.slice(0, 200) }),
    {
      done: '已结项',
      failed: '结项失败',
    },
  );
  changed();
}
