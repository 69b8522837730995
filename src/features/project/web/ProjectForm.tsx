import { type Ref, useMemo, useState } from 'react';
import { projectApi } from '#features/project/contract.ts';
import type { Attachment } from '#shared/attachment.ts';
import { callJudged } from '#web/form/callJudged.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { FilesField } from '#web/form/FilesField.tsx';
import { RegionField } from '#web/form/RegionField.tsx';
import type { DialogFormHandle, Field, FormValues, Option, Rule, TreeOption } from '#web/form/types.ts';
import { withNulls } from '#web/form/withNulls.ts';
import type { Project } from './columns.tsx';

interface Offered {
  departments: readonly TreeOption[];
  users: readonly Option[];
}

function fieldsFor({ departments, users }: Offered, { id, managerId, manager }: FormValues): Field[] {
  const editing = id !== undefined;
  // Out of the editor's sight, or disabled since: still the one who answers for it.
  const kept = managerId && !users.some(({ value }) => value === managerId);
  return [
    {
      field: 'code',
      label: '编号',
      kind: 'text',
      maxLength: 30,
      locked: () => (editing ? '新增之后不能改' : undefined),
      required: true,
    },
    { field: 'name', label: '名称', kind: 'text', maxLength: 50, required: true },
    { field: 'ownerOrg', label: '甲方单位', kind: 'text', maxLength: 100, required: true },
    { field: 'creditCode', label: '信用代码', kind: 'text', maxLength: 18 },
    { field: 'contact', label: '联系人', kind: 'text', maxLength: 20, required: true },
    { field: 'phone', label: '电话', kind: 'phone', required: true },
    { field: 'departmentId', label: '部门', kind: 'tree', options: departments, required: true },
    {
      field: 'regionCode',
      label: '区域',
      kind: 'custom',
      required: true,
      control: (props) => <RegionField {...props} />,
    },
    { field: 'startDate', label: '开始日期', kind: 'date', required: true },
    {
      field: 'endDate',
      label: '结束日期',
      kind: 'date',
      required: true,
      hint: '到期之后告警照常接收，只是不能新增客户',
    },
    {
      field: 'quotaCustomer',
      label: '客户配额',
      kind: 'number',
      min: 0,
      max: 10_000_000,
      unit: '人',
      hint: '不填则不限',
    },
    {
      field: 'quotaEquipment',
      label: '设备配额',
      kind: 'number',
      min: 0,
      max: 10_000_000,
      unit: '台',
      hint: '不填则不限',
    },
    {
      field: 'managerId',
      label: '负责人',
      kind: 'select',
      options: kept ? [...users, { value: String(managerId), label: String(manager ?? managerId) }] : users,
      hint: managerId || !manager ? '到期前 30、7、1 天会提醒他' : `原登记：${String(manager)}（没有账号）`,
    },
    { field: 'hotline', label: '热线号码', kind: 'phone' },
    { field: 'remark', label: '备注', kind: 'textarea', maxLength: 500, rows: 2 },
    {
      field: 'files',
      label: '合同附件',
      kind: 'custom',
      wide: true,
      control: (props) => <FilesField {...props} path={projectApi.uploadProjectFile.path} />,
    },
  ];
}

const optional = [
  'ownerOrg',
  'creditCode',
  'contact',
  'phone',
  'regionCode',
  'startDate',
  'endDate',
  'quotaCustomer',
  'quotaEquipment',
  'managerId',
  'hotline',
  'remark',
] as const;

const rules: readonly Rule[] = [
  {
    field: 'endDate',
    rule: 'order',
    check: ({ startDate, endDate }) =>
      startDate && endDate && String(endDate) <= String(startDate) ? '结束日期须晚于开始日期' : undefined,
  },
];

const { properties } = projectApi.addProject.input;
const contractRules = { type: 'object', properties };

interface Props extends Offered {
  onDone: () => void;
  /** The contract of this id as it stands now. */
  newest: (id: string) => Promise<Project>;
  ref: Ref<DialogFormHandle>;
}

/** Adds or edits a project. */
export function ProjectForm({ departments, users, onDone, newest, ref }: Props) {
  const [values, setValues] = useState<FormValues>({});
  const editing = values.id !== undefined;
  const fields = useMemo(() => fieldsFor({ departments, users }, values), [departments, users, values]);
  const save = (given: FormValues) => {
    const names = ['name', 'departmentId', ...optional];
    const input = Object.fromEntries(
      names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
    );
    const fileIds = ((given.files as Attachment[] | undefined) ?? []).map((file) => file.id);
    if (!editing) return callJudged(projectApi.addProject, { ...input, fileIds, code: given.code });
    const patch = { ...withNulls(input, optional), fileIds, id: given.id, version: given.version };
    return callJudged(projectApi.editProject, patch);
  };
  return (
    <DialogForm
      ref={ref}
      title={editing ? '编辑项目' : '新增项目'}
      size="large"
      fields={fields}
      schema={contractRules}
      rules={rules}
      onValues={setValues}
      submit={save}
      failText={editing ? '编辑失败' : '添加失败'}
      doneText={editing ? '已保存' : '已新增'}
      onDone={onDone}
      newest={async () => ({ ...(await newest(String(values.id))) })}
      draft="project"
    />
  );
}
