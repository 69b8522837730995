import { useMemo, useRef, useState } from 'react';
import { projectApi } from '#features/project/contract.ts';
import { can } from '#web/api/session.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import type { ListActions } from '#web/crud/types.ts';
import { useLabels } from '#web/data/dictionary.ts';
import { useScreen } from '#web/screen/screen.ts';
import type { RowAction } from '#web/table/types.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { cellsOf, columns, filtersOf, type Project, showProject, views } from './columns.tsx';
import { openingOf, ProjectForms, type ProjectOpening } from './ProjectForms.tsx';
import { closedReason, statusActions } from './statusActions.ts';
import { useChoices } from './useChoices.ts';
import { useProjectForm } from './useProjectForm.tsx';

const endpoints = {
  list: projectApi.getProjectList,
  add: projectApi.addProject,
  edit: projectApi.editProject,
  export: projectApi.exportProject,
};

function actionsOf(open: (opening: ProjectOpening) => void, changed: () => void): RowAction<Project>[] {
  const config: RowAction<Project> = { key: 'config', label: '配置', onClick: (row) => open(openingOf('config', row)) };
  const renew: RowAction<Project> = {
    key: 'renew',
    label: '续期',
    blocked: closedReason,
    onClick: (row) => open(openingOf('renew', row)),
  };
  return [
    ...(can('project:config') ? [config] : []),
    ...(can('project:edit') ? [renew, ...statusActions(changed)] : []),
  ];
}

/** List of the contracts with dates, quotas and state. */
export function ProjectList() {
  const { query, setQuery } = useScreen();
  const [open, setOpen] = useState<ProjectOpening>();
  const list = useRef<ListActions<Project>>(undefined);
  const statusLabels = useLabels('project_status');
  const choices = useChoices();
  const { departments, areas } = choices;
  const cells = useMemo(() => cellsOf(statusLabels), [statusLabels]);
  const filters = useMemo(() => filtersOf(departments, areas), [departments, areas]);
  const view = views.find(({ key }) => key === query.get('view')) ?? views[0];
  const changed = () => list.current?.reload();
  return (
    <>
      <ListScreen
        {...useProjectForm(choices)}
        endpoints={endpoints}
        cells={cells}
        columns={columns}
        filters={filters}
        onOpen={showProject}
        actions={(listActions) => {
          list.current = listActions;
          return actionsOf(setOpen, changed);
        }}
        table={{
          params: view.params,
          actionsWidth: 140,
          rowClass: (row) => (row.status === 'closed' ? 'text-text3' : undefined),
          views: (
            <ViewTabs label="项目范围" views={views} value={view.key} onChange={(key) => setQuery({ view: key })} />
          ),
        }}
      />
      <ProjectForms open={open} onClosed={() => setOpen(undefined)} onDone={changed} />
    </>
  );
}
