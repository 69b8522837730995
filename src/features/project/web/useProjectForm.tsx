import { useMemo, useState } from 'react';
import { project, projectApi } from '#features/project/contract.ts';
import type { Attachment } from '#shared/attachment.ts';
import { callApi } from '#web/api/request.ts';
import { type FieldOverride, valuesOf as rowValues } from '#web/crud/formFields.ts';
import type { RecordProps } from '#web/crud/types.ts';
import { FilesField } from '#web/form/fields/FilesField.tsx';
import { RegionField } from '#web/form/fields/RegionField.tsx';
import type { FormValues } from '#web/form/types.ts';
import type { Project } from './columns.tsx';
import type { Choices } from './useChoices.ts';

/** Returns the manager field; keeps a present manager who is not visible to the editor or disabled. */
function managerField(users: Choices['users'], { managerId, manager }: FormValues): FieldOverride {
  const isHiddenManager = managerId && !users.some(({ value }) => value === managerId);
  return {
    kind: 'select',
    options: isHiddenManager ? [...users, { value: String(managerId), label: String(manager ?? managerId) }] : users,
    hint: managerId || !manager ? '到期前 30、7、1 天会提醒他' : `原登记：${String(manager)}（没有账号）`,
  };
}

function fieldsOf({ departments, users }: Choices, values: FormValues): Readonly<Record<string, FieldOverride | null>> {
  const required = { required: true };
  return {
    code: { locked: ({ id }) => (id === undefined ? undefined : '新增之后不能改') },
    ownerOrg: required,
    contact: required,
    phone: required,
    departmentId: { kind: 'tree', options: departments },
    regionCode: { ...required, control: (props) => <RegionField {...props} /> },
    startDate: required,
    endDate: required,
    manager: null,
    managerId: managerField(users, values),
    fileIds: { field: 'files', control: (props) => <FilesField {...props} path={projectApi.uploadProjectFile.path} /> },
  };
}

function inputOf({ files, manager, ...values }: FormValues): FormValues {
  return { ...values, fileIds: ((files as Attachment[] | undefined) ?? []).map((file) => file.id) };
}

/** Reads the current contract. */
export async function readProject(id: string): Promise<Project> {
  return (await callApi(projectApi.getProject, { id })).project;
}

type Form = Omit<RecordProps<Project, typeof projectApi.addProject, typeof projectApi.editProject>, 'endpoints'>;

/** Returns form options beyond the contract of the endpoint. */
export function useProjectForm(choices: Choices): Form {
  const [values, onValues] = useState<FormValues>({});
  const { managerId, manager } = values;
  const { departments, users } = choices;
  const fields = useMemo(
    () => fieldsOf({ departments, users }, { managerId, manager }),
    [departments, users, managerId, manager],
  );
  return {
    resource: project,
    read: readProject,
    valuesOf: (row) => ({ ...rowValues(project, row), files: row.files }),
    form: { size: 'large', fields, inputOf, onValues, doneTexts: { added: '已新增', edited: '已保存' } },
  };
}
