import { Folder } from 'lucide-react';
import { useEffect, useState } from 'react';
import { projectApi } from '#features/project/contract.ts';
import { can, isAllowed, useSession } from '#web/api/session.ts';
import { useRecordForm } from '#web/crud/useRecordForm.tsx';
import { useLabels } from '#web/data/dictionary.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import { ViewTabs } from '#web/table/ViewTabs.tsx';
import { TreeTrouble } from '#web/tree/TreeTrouble.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Toolbar } from '#web/ui/Toolbar.tsx';
import { Left, type Project, Status } from './columns.tsx';
import { Logo } from './Logo.tsx';
import { openingOf, ProjectForms, type ProjectOpening } from './ProjectForms.tsx';
import { ProjectTab } from './ProjectTab.tsx';
import { closedReason, statusActions } from './statusActions.ts';
import { Tiles } from './Tiles.tsx';
import { type TabKey, tabsOf } from './tabs.ts';
import { useChoices } from './useChoices.ts';
import { useProjectForm } from './useProjectForm.tsx';
import './page.css';

/** Page of one contract: state, contents and actions (after picture 07b). */
export function ProjectPage({ id }: { id: string }) {
  const { query, setQuery, setTitle } = useScreen();
  const [open, setOpen] = useState<ProjectOpening>();
  const choices = useChoices();
  const { data, problem, reload } = useCall(projectApi.getProject, { id }, { first: true });
  const changed = () => void reload();
  const { edit, form } = useRecordForm(
    { ...useProjectForm(choices), endpoints: { edit: projectApi.editProject } },
    changed,
  );
  const name = data?.project.name;
  useEffect(() => {
    if (name) setTitle(name);
  }, [name, setTitle]);
  if (!data) return <TreeTrouble what="项目" problem={problem} onRetry={() => void reload()} />;
  const tabs = tabsOf(data);
  const tab = tabs.find(({ key }) => key === query.get('tab')) ?? tabs[0];
  return (
    <div className="project-page flex flex-col min-h-0 bg-container h-full">
      <Head project={data.project} onOpen={setOpen} onEdit={edit} changed={changed} />
      <Tiles overview={data} />
      <Toolbar className="project-tabs max-md:flex-wrap">
        <ViewTabs
          label="项目的内容"
          views={tabs}
          value={tab.key}
          // Resets page and sort order of the previous tab's list.
          onChange={(key) => setQuery({ tab: key === 'overview' ? null : key, page: null, sort: null, limit: null })}
        />
        <FullList tab={tab.key} id={id} />
      </Toolbar>
      <ProjectTab tab={tab.key} overview={data} onConfig={() => setOpen(openingOf('config', data.project))} />
      {form}
      <ProjectForms open={open} onClosed={() => setOpen(undefined)} onDone={changed} />
    </div>
  );
}

/** Full list screens for the rows of a tab, with filters and actions. */
const lists: Partial<Record<TabKey, readonly [path: string, name: string]>> = {
  customers: ['/customer/list', '客户'],
  equipment: ['/equipment/list', '设备'],
};

function FullList({ tab, id }: { tab: TabKey; id: string }) {
  const { routes } = useSession();
  const [path, name] = lists[tab] ?? [];
  if (!path || !isAllowed(path, routes)) return null;
  return (
    <a className="ml-auto whitespace-nowrap text-[13px]" href={`#${path}?projectId=${id}`}>
      在{name}列表中打开
    </a>
  );
}

interface HeadProps {
  project: Project;
  onOpen: (opening: ProjectOpening) => void;
  onEdit: (row: Project) => void;
  changed: () => void;
}

function Head({ project, onOpen, onEdit, changed }: HeadProps) {
  const statusLabels = useLabels('project_status');
  const edits = can('project:edit');
  const where = [project.regionName, project.departmentName].filter(Boolean).join(' · ');
  return (
    <header className="project-head max-md:flex-wrap py-3 px-4 flex items-center flex-none gap-4 border-b border-line">
      <span className="project-face h-11 border border-line inline-flex items-center justify-center flex-none text-text2 bg-s2">
        {project.logoFileId ? <Logo id={project.logoFileId} /> : <Folder size={24} aria-hidden />}
      </span>
      <div className="flex-1 min-w-0">
        <h1 className="flex items-center flex-wrap gap-y-1 gap-x-3 text-lg leading-6.5">
          {project.name}
          <span className="flex text-sm font-normal">
            <Status status={project.status} labels={statusLabels} />
          </span>
          <Left row={project} />
        </h1>
        <p className="flex flex-wrap gap-x-3 text-[13px] text-text2">
          <span className="mono">{project.code}</span>
          {project.ownerOrg && <span>{project.ownerOrg}</span>}
          <span>{where}</span>
        </p>
      </div>
      <div className="max-md:[&_.button]:min-h-11 max-md:flex-wrap flex flex-none gap-2">
        {edits && <Button onClick={() => onEdit(project)}>编辑</Button>}
        {can('project:config') && <Button onClick={() => onOpen(openingOf('config', project))}>配置</Button>}
        {edits &&
          statusActions(changed)
            .filter(({ shown }) => shown?.(project) ?? true)
            .map(({ key, label, onClick, blocked }) => (
              <Button key={key} blocked={blocked?.(project)} onClick={() => onClick(project)}>
                {label}
              </Button>
            ))}
        {edits && (
          <Button kind="primary" blocked={closedReason(project)} onClick={() => onOpen(openingOf('renew', project))}>
            续期
          </Button>
        )}
      </div>
    </header>
  );
}
