import { type Ref, useMemo, useRef, useState } from 'react';
import { departmentApi } from '#features/department/contract.ts';
import { useOptions } from '#web/data/dictionary.ts';
import { statusOptions } from '#web/data/statusOptions.ts';
import { callJudged } from '#web/form/callJudged.ts';
import { DialogForm } from '#web/form/DialogForm.tsx';
import { PositionField, picked } from '#web/form/PositionField.tsx';
import { RegionField } from '#web/form/RegionField.tsx';
import type { DialogFormHandle, Field, FormValues } from '#web/form/types.ts';
import { withNulls } from '#web/form/withNulls.ts';
import { flatten } from '#web/table/treeNodes.ts';
import { Note } from '#web/ui/Note.tsx';
import { LeaderField } from './LeaderField.tsx';
import { type Department, departmentOptions, disablingWords } from './types.ts';

const optional = ['code', 'regionCode', 'leaderId', 'phone', 'email', 'address', 'lat', 'lng'] as const;
const sent = ['parentId', 'name', 'type', 'sort', 'status', ...optional] as const;

function fieldsFor(
  tree: readonly Department[],
  types: Field & { kind: 'select' },
  values: FormValues,
  root: boolean,
  leaders: Map<string, string>,
): Field[] {
  const nameOf = (id: string) =>
    leaders.get(id) ?? flatten(tree).find((node) => node.leaderId === id)?.leader ?? undefined;
  return [
    {
      field: 'parentId',
      label: '上级部门',
      kind: 'tree',
      options: departmentOptions(tree, values.id),
      required: !root,
      locked: () => (root ? '根部门没有上级' : undefined),
    },
    { field: 'name', label: '名称', kind: 'text', maxLength: 30 },
    types,
    { field: 'code', label: '编码', kind: 'text', maxLength: 30, hint: '全平台唯一，建议按层级编，如 NT-WH-01' },
    { field: 'regionCode', label: '行政区划', kind: 'custom', control: (props) => <RegionField {...props} /> },
    {
      field: 'leaderId',
      label: '负责人',
      kind: 'custom',
      hint:
        values.leaderId || !values.leader
          ? '告警无人接时会逐级通知到他'
          : `原登记：${String(values.leader)}（没有账号）`,
      columns: ['leaderId', 'leader'],
      told: (id) => (typeof id === 'string' ? (nameOf(id) ?? id) : ''),
      control: (props) => <LeaderField {...props} nameOf={nameOf} onChosen={(id, name) => leaders.set(id, name)} />,
    },
    { field: 'phone', label: '电话', kind: 'phone' },
    { field: 'email', label: '邮箱', kind: 'text', maxLength: 100 },
    { field: 'address', label: '地址', kind: 'text', maxLength: 200, wide: true },
    {
      field: 'place',
      label: '地图选点',
      kind: 'custom',
      wide: true,
      control: (props) => (
        <PositionField {...props} values={values} label={String(values.name ?? '这里')} kind="station" />
      ),
    },
    { field: 'lat', label: '纬度', kind: 'number', min: -90, max: 90, decimals: 6 },
    { field: 'lng', label: '经度', kind: 'number', min: -180, max: 180, decimals: 6 },
    { field: 'sort', label: '排序', kind: 'number', min: 0, max: 999, hint: '0 至 999，小的在前' },
    {
      field: 'status',
      label: '状态',
      kind: 'radio',
      options: statusOptions,
      locked: () => (root ? '根部门不能停用' : undefined),
    },
  ];
}

interface Props {
  tree: readonly Department[];
  onDone: (id: string) => void;
  /** The department of this id as it stands now. */
  newest: (id: string) => Promise<FormValues | undefined>;
  ref: Ref<DialogFormHandle>;
}

/** Adds or edits a department; another parent moves it. */
export function DepartmentForm({ tree, onDone, newest, ref }: Props) {
  const [values, setValues] = useState<FormValues>({});
  const typeOptions = useOptions('department_type', values.type);
  const root = values.id !== undefined && values.top === true;
  /** Names of the accounts that were chosen here. */
  const leaders = useRef(new Map<string, string>()).current;
  const fields = useMemo(
    () =>
      fieldsFor(tree, { field: 'type', label: '类型', kind: 'select', options: typeOptions }, values, root, leaders),
    [tree, typeOptions, values, root, leaders],
  );
  const editing = values.id !== undefined;
  const save = (given: FormValues) => {
    const input = Object.fromEntries(
      sent.filter((name) => given[name] !== undefined).map((name) => [name, given[name]]),
    );
    if (!editing) return callJudged(departmentApi.addDepartment, input);
    const { leaderId, ...patch } = withNulls(input, optional);
    // A name without an account stays until somebody is chosen.
    const leader = leaderId === null && !given.ledBy ? {} : { leaderId };
    return callJudged(departmentApi.editDepartment, { ...patch, ...leader, id: given.id, version: given.version });
  };
  return (
    <DialogForm
      ref={ref}
      title={editing ? '编辑部门' : '新增部门'}
      fields={fields}
      schema={contractRules}
      derive={picked}
      onValues={setValues}
      submit={save}
      failText={editing ? '编辑失败' : '添加失败'}
      doneText={editing ? '已保存' : '已新增'}
      onDone={({ id }) => onDone(id)}
      newest={() => newest(String(values.id))}
      draft="department"
    >
      {editing && values.status === 'disabled' && values.was === 'enabled' && (
        <Note tone="notice" className="below-12" role="status">
          {disablingWords(values as unknown as Department)}
        </Note>
      )}
    </DialogForm>
  );
}

const { properties } = departmentApi.addDepartment.input;
/** The rules of the fields; the row that is edited carries more than the form sends. */
const contractRules = { type: 'object', properties, required: ['name', 'type'] };
