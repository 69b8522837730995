import { type Ref, useMemo, useState } from 'react';
import { projectApi } from '#features/project/contract.ts';
import type { InputOf } from '#shared/endpoint.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, Field, FormValues, Rule, TreeOption } from '#web/form/types.ts';
import { withNulls } from '#web/form/withNulls.ts';
import { call } from '#web/request.ts';

function fieldsFor(departments: readonly TreeOption[], editing: boolean): Field[] {
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
    { field: 'contact', label: '联系人', kind: 'text', maxLength: 20 },
    { field: 'phone', label: '电话', kind: 'phone' },
    { field: 'departmentId', label: '部门', kind: 'tree', options: departments, required: true },
    { field: 'regionCode', label: '行政区划', kind: 'text', maxLength: 12, hint: '6、9 或 12 位代码' },
    { field: 'startDate', label: '开始日期', kind: 'date', required: true },
    { field: 'endDate', label: '结束日期', kind: 'date', hint: '不填则长期有效；到期后告警照常接收' },
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
    { field: 'manager', label: '负责人', kind: 'text', maxLength: 20 },
    { field: 'hotline', label: '热线号码', kind: 'phone' },
    { field: 'remark', label: '备注', kind: 'textarea', maxLength: 500, rows: 2 },
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
  'manager',
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

interface Props {
  departments: readonly TreeOption[];
  onDone: () => void;
  ref: Ref<DialogFormHandle>;
}

/** Adds or edits a project. */
export function ProjectForm({ departments, onDone, ref }: Props) {
  const [values, setValues] = useState<FormValues>({});
  const editing = values.id !== undefined;
  const fields = useMemo(() => fieldsFor(departments, editing), [departments, editing]);
  const save = (given: FormValues) => {
    const names = ['name', 'departmentId', ...optional];
    const input = Object.fromEntries(
      names.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
    );
    if (!editing)
      return call(projectApi.addProject, { ...input, code: given.code } as InputOf<typeof projectApi.addProject>);
    const patch = { ...withNulls(input, optional), id: given.id, version: given.version };
    return call(projectApi.editProject, patch as InputOf<typeof projectApi.editProject>);
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
      onRefresh={onDone}
      draft={editing ? undefined : 'project'}
    />
  );
}
