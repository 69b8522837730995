import type { FormValues, Opening } from '#web/form/types.ts';
import { ConfigForm, configValues } from './ConfigForm.tsx';
import type { Project } from './columns.tsx';
import { RenewForm } from './RenewForm.tsx';
import { readProject } from './useProjectForm.tsx';

/** Which form is open, and its values. */
export interface ProjectOpening {
  form: 'config' | 'renew';
  opening: Opening;
}

function renewValues({ id, version, name, endDate, quotaCustomer, quotaEquipment }: Project): FormValues {
  return { id, version, name, until: endDate, quotaCustomer, quotaEquipment };
}

/** Returns the opening of a form for a project. */
export function openingOf(form: ProjectOpening['form'], row: Project): ProjectOpening {
  return { form, opening: { values: form === 'config' ? configValues(row) : renewValues(row) } };
}

interface Props {
  open: ProjectOpening | undefined;
  onClosed: () => void;
  onDone: () => void;
}

/** Forms 配置 and 续期 of a project, for its row and its page. */
export function ProjectForms({ open, onClosed, onDone }: Props) {
  const fetchLatest = async (id: string): Promise<Project> => {
    const project = await readProject(id);
    onDone();
    return project;
  };
  const openingFor = (form: ProjectOpening['form']) => (open?.form === form ? open.opening : undefined);
  const shared = { onClosed, onDone };
  return (
    <>
      <ConfigForm
        {...shared}
        open={openingFor('config')}
        fetchLatest={async (id) => configValues(await fetchLatest(id))}
      />
      <RenewForm
        {...shared}
        open={openingFor('renew')}
        fetchLatest={async (id) => renewValues(await fetchLatest(id))}
      />
    </>
  );
}
