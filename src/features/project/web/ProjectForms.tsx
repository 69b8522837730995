import { type Ref, useImperativeHandle, useRef } from 'react';
import type { DialogFormHandle, FormValues } from '#web/form/types.ts';
import { ConfigForm, configValues } from './ConfigForm.tsx';
import type { Project } from './columns.tsx';
import { RenewForm } from './RenewForm.tsx';
import { readProject } from './useProjectForm.tsx';

export interface ProjectFormsHandle {
  config: (row: Project) => void;
  renew: (row: Project) => void;
}

function renewValues({ id, version, name, endDate, quotaCustomer, quotaEquipment }: Project): FormValues {
  return { id, version, name, until: endDate, quotaCustomer, quotaEquipment };
}

/** Forms 配置 and 续期 of a project, for its row and its page. */
export function ProjectForms({ onDone, ref }: { onDone: () => void; ref: Ref<ProjectFormsHandle> }) {
  const config = useRef<DialogFormHandle>(null);
  const renew = useRef<DialogFormHandle>(null);
  useImperativeHandle(ref, () => ({
    config: (row) => config.current?.open(configValues(row)),
    renew: (row) => renew.current?.open(renewValues(row)),
  }));
  const fetchLatest = async (id: string): Promise<Project> => {
    const project = await readProject(id);
    onDone();
    return project;
  };
  return (
    <>
      <ConfigForm ref={config} onDone={onDone} fetchLatest={async (id) => configValues(await fetchLatest(id))} />
      <RenewForm ref={renew} onDone={onDone} fetchLatest={async (id) => renewValues(await fetchLatest(id))} />
    </>
  );
}
