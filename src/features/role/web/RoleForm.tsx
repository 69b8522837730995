import { lazy, type Ref, useMemo } from 'react';
import { dataScopes } from '#shared/codes.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import type { DialogFormHandle, Field, FormValues, TreeOption } from '#web/form/types.ts';
import { call } from '#web/request.ts';
import { texts } from '#web/texts.ts';
import { type MenuChoice, roleApi } from '../contract.ts';
import { previewOf } from './menuChoice.ts';

const MenuTree = lazy(() => import('./MenuTree.tsx'));

interface Props {
  form: Ref<DialogFormHandle>;
  editing: boolean;
  menus: readonly MenuChoice[];
  departments: readonly TreeOption[];
  onDone: () => void;
  newest: () => Promise<FormValues | undefined>;
}

const scopes = Object.entries(dataScopes).map(([value, label]) => ({ value, label }));
const list = (value: unknown) => (Array.isArray(value) ? (value as string[]) : []);

/** One dialog for what a role is, whose data it sees, and what it may open and do (domain.md 6.7). */
export function RoleForm({ form, editing, menus, departments, onDone, newest }: Props) {
  const fields = useMemo((): Field[] => fieldsOf(editing, menus, departments), [editing, menus, departments]);
  const save = (values: FormValues) => {
    const given = { ...values, menuIds: list(values.menuIds), departmentIds: list(values.departmentIds) };
    return editing
      ? call(roleApi.editRole, { remark: null, ...given } as never)
      : call(roleApi.addRole, given as never);
  };
  return (
    <DialogForm
      ref={form}
      title={editing ? '编辑角色' : '新增角色'}
      size="large"
      fields={fields}
      schema={editing ? roleApi.editRole.input : roleApi.addRole.input}
      initial={{ sort: 0, dataScope: 'department_below', menuIds: [] }}
      submit={save}
      submitText={editing ? '保存' : '新增角色'}
      failText={editing ? texts.editFailed : texts.addFailed}
      doneText={editing ? '角色已保存，对已登录的用户立即生效' : '角色已新增'}
      onDone={onDone}
      newest={editing ? newest : undefined}
      draft="role"
    />
  );
}

/** 「该角色可见 23 个菜单，可调用 118 个接口」. */
export function Preview({ menus, apis }: { menus: number; apis: number }) {
  return (
    <p className="role-preview" role="status">
      该角色可见 <strong>{menus}</strong> 个菜单，可调用 <strong>{apis}</strong> 个接口
    </p>
  );
}

function fieldsOf(editing: boolean, menus: readonly MenuChoice[], departments: readonly TreeOption[]): Field[] {
  const locked = editing ? () => '创建后不可修改' : undefined;
  const custom = (values: FormValues) => values.dataScope === 'custom';
  return [
    { kind: 'text', field: 'name', label: '名称', required: true, maxLength: 30 },
    {
      kind: 'text',
      field: 'key',
      label: '标识',
      required: true,
      maxLength: 40,
      locked,
      hint: '以字母开头，创建后不可修改',
    },
    { kind: 'radio', field: 'dataScope', label: '数据范围', required: true, wide: true, options: scopes },
    {
      kind: 'tree',
      field: 'departmentIds',
      label: '部门',
      required: true,
      wide: true,
      multiple: true,
      options: departments,
      shown: custom,
      hint: '选中的部门及其下级',
    },
    {
      kind: 'custom',
      field: 'menuIds',
      label: '菜单权限',
      wide: true,
      control: ({ value, onChange }) => (
        <>
          <Preview {...previewOf(menus, new Set(list(value)))} />
          <MenuTree menus={menus} chosen={list(value)} onChange={onChange} />
        </>
      ),
      told: (value) => (typeof value === 'string' ? value : `${list(value).length} 项菜单与按钮`),
    },
    { kind: 'number', field: 'sort', label: '排序', min: 0, max: 999 },
    { kind: 'textarea', field: 'remark', label: '备注', maxLength: 500, wide: true, rows: 2 },
  ];
}
