import { useMemo, useRef } from 'react';
import { projectApi } from '#features/project/contract.ts';
import { can } from '#web/call/session.ts';
import { useOptions, useWords } from '#web/data/dictionary.ts';
import { AddButton } from '#web/screen/AddButton.tsx';
import { useScreen } from '#web/screen/screen.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import { ExportButton } from '#web/table/ExportButton.tsx';
import type { DataTableHandle, RowAction } from '#web/table/types.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { closedReason, statusActions } from './acts.ts';
import { columnsOf, filtersOf, openProject, type Project, views } from './columns.tsx';
import { ProjectForms, type ProjectFormsHandle, useChoices } from './ProjectForms.tsx';

/** The contracts: who, until when, for how many, and how it goes. */
export function ProjectList() {
  const { query, setQuery } = useScreen();
  const table = useRef<DataTableHandle<Project>>(null);
  const forms = useRef<ProjectFormsHandle>(null);
  const words = useWords('project_status');
  const statuses = useOptions('project_status');
  const choices = useChoices();
  const columns = useMemo(() => columnsOf(words), [words]);
  const filters = useMemo(() => filtersOf(statuses, choices), [statuses, choices]);
  const view = views.find(({ key }) => key === query.get('view')) ?? views[0];
  const edits = can('project:edit');
  const add = () => forms.current?.add();
  const changed = () => table.current?.reload({ keepPlace: true });

  const actions: RowAction<Project>[] = [
    { key: 'open', label: '详情', onClick: openProject },
    ...(edits ? [{ key: 'edit', label: '编辑', onClick: (row: Project) => forms.current?.edit(row) }] : []),
    ...(can('project:config')
      ? [{ key: 'config', label: '配置', onClick: (row: Project) => forms.current?.config(row) }]
      : []),
    ...(edits
      ? [
          { key: 'renew', label: '续期', blocked: closedReason, onClick: (row: Project) => forms.current?.renew(row) },
          ...statusActions(changed),
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
        actionsWidth={140}
        onOpen={openProject}
        rowClass={(row) => (row.status === 'closed' ? 'project-closed' : undefined)}
        views={<ViewTabs label="项目范围" views={views} value={view.key} onChange={(key) => setQuery({ view: key })} />}
        actions={
          <>
            {can('project:export') && (
              <ExportButton endpoint={projectApi.exportProject} input={() => table.current?.input() ?? {}} />
            )}
            {edits && <AddButton label="新增项目" onAdd={add} />}
          </>
        }
      />
      <ProjectForms ref={forms} choices={choices} onDone={changed} />
    </>
  );
}
