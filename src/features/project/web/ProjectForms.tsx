import { type Ref, useImperativeHandle, useMemo, useRef } from 'react';
import { projectApi } from '#features/project/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { call } from '#web/call/request.ts';
import type { DialogFormHandle, FormValues, TreeOption } from '#web/form/types.ts';
import { useScreenData } from '#web/screen/useScreenData.ts';
import { treeOptions } from '#web/table/treeNodes.ts';
import type { Option } from '#web/table/types.ts';
import { ConfigForm, reasonWord } from './ConfigForm.tsx';
import type { Project } from './columns.tsx';
import { choiceOf } from './ModulesField.tsx';
import { ProjectForm } from './ProjectForm.tsx';
import { RenewForm } from './RenewForm.tsx';

export interface Choices {
  departments: readonly TreeOption[];
  users: readonly Option[];
  areas: readonly Option[];
}

const none: readonly Option[] = [];

/** What forms and filters of projects offer. */
export function useChoices(): Choices {
  const { data: tree } = useScreenData(userApi.getUserDepartmentTree, {});
  const { data: options } = useScreenData(projectApi.getProjectOption, {});
  const departments = useMemo(() => treeOptions(tree ?? []), [tree]);
  return { departments, users: options?.users ?? none, areas: options?.areas ?? none };
}

export interface ProjectFormsHandle {
  add: () => void;
  edit: (row: Project) => void;
  config: (row: Project) => void;
  renew: (row: Project) => void;
}

function configValues(row: Project): FormValues {
  return {
    ...row,
    modules: choiceOf(row.modules),
    deviceAddresses: row.deviceAddresses.join('\n'),
    revealReason: reasonWord(row.revealReason),
  };
}

function renewValues(row: Project): FormValues {
  return { ...row, endDate: undefined, until: row.endDate };
}

/** The dialogs of a project, for its row and for its page. */
export function ProjectForms(props: { choices: Choices; onDone: () => void; ref: Ref<ProjectFormsHandle> }) {
  const { choices, onDone, ref } = props;
  const form = useRef<DialogFormHandle>(null);
  const config = useRef<DialogFormHandle>(null);
  const renew = useRef<DialogFormHandle>(null);
  useImperativeHandle(ref, () => ({
    add: () => form.current?.open({}),
    edit: (row) => form.current?.open({ ...row }),
    config: (row) => config.current?.open(configValues(row)),
    renew: (row) => renew.current?.open(renewValues(row)),
  }));
  const newest = async (id: string): Promise<Project> => {
    const { project } = await call(projectApi.getProject, { id });
    onDone();
    return project;
  };
  return (
    <>
      <ProjectForm ref={form} departments={choices.departments} users={choices.users} onDone={onDone} newest={newest} />
      <ConfigForm ref={config} onDone={onDone} newest={async (id) => configValues(await newest(id))} />
      <RenewForm ref={renew} onDone={onDone} newest={async (id) => renewValues(await newest(id))} />
    </>
  );
}
