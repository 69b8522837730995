import { useMemo, useRef, useState } from 'react';
import { department, departmentApi } from '#features/department/contract.ts';
import { callApi } from '#web/api/request.ts';
import type { FormOptions } from '#web/crud/types.ts';
import { useRecordForm } from '#web/crud/useRecordForm.tsx';
import { useOptions } from '#web/data/dictionary.ts';
import { PositionField, picked } from '#web/form/fields/PositionField.tsx';
import { RegionField } from '#web/form/fields/RegionField.tsx';
import type { Field, FormValues } from '#web/form/types.ts';
import { flatten } from '#web/tree/treeNodes.ts';
import { Callout } from '#web/ui/Callout.tsx';
import { LeaderField } from './LeaderField.tsx';
import { type Department, departmentOptions, disablingText, formValues } from './types.ts';

type Form = FormOptions<typeof departmentApi.addDepartment, typeof departmentApi.editDepartment>;

/** Returns field overrides for parent, region and leader; `leaders`: names of the accounts selected in this form. */
function fieldsOf(tree: readonly Department[], values: FormValues, leaders: Map<string, string>) {
  const nameOf = (id: string) =>
    leaders.get(id) ?? flatten(tree).find((node) => node.leaderId === id)?.leader ?? undefined;
  const root = values.top === true;
  const named = !values.leaderId && values.leader;
  const fields: Form['fields'] = {
    parentId: {
      kind: 'tree',
      options: departmentOptions(tree, values.id),
      required: !root,
      locked: () => (root ? '根部门没有上级' : undefined),
    },
    regionCode: { control: (props) => <RegionField {...props} /> },
    leaderId: {
      hint: named ? `原登记：${String(values.leader)}（没有账号）` : '告警无人接时会逐级通知到他',
      columns: ['leaderId', 'leader'],
      describe: (id) => (typeof id === 'string' ? (nameOf(id) ?? id) : ''),
      control: (props) => <LeaderField {...props} nameOf={nameOf} onChosen={(id, name) => leaders.set(id, name)} />,
    },
    lat: { decimals: 6 },
    lng: { decimals: 6 },
    status: { locked: () => (root ? '根部门不能停用' : undefined) },
  };
  const place: Field = {
    field: 'place',
    label: '地图选点',
    kind: 'custom',
    wide: true,
    control: (props) => (
      <PositionField {...props} values={values} label={String(values.name ?? '这里')} kind="station" />
    ),
  };
  const order: Form['order'] = [
    ...(['parentId', 'name', 'type', 'code', 'regionCode', 'leaderId', 'phone', 'email', 'address'] as const),
    place,
    ...(['lat', 'lng', 'sort', 'status'] as const),
  ];
  return { fields, order };
}

const sent = Object.keys(department.editProps);

/** Returns the input of the call. A leader's name without an account stays until an account is selected. */
function inputOf({ leader: _leader, ...values }: FormValues): FormValues {
  const input = Object.fromEntries(Object.entries(values).filter(([key]) => sent.includes(key)));
  const keepsName = values.id !== undefined && !values.leaderId && !values.ledBy;
  return keepsName ? { ...input, leaderId: undefined } : input;
}

async function read(id: string): Promise<Department | undefined> {
  return flatten(await callApi(departmentApi.getDepartmentTree, {})).find((node) => node.id === id);
}

const endpoints = { add: departmentApi.addDepartment, edit: departmentApi.editDepartment };

/** Form that adds or edits a department; another parent moves it. */
export function useDepartmentForm(tree: readonly Department[], onSaved: (id: string) => void, reload: () => void) {
  const [values, onValues] = useState<FormValues>({});
  const options = useOptions('department_type', values.type);
  const leaders = useRef(new Map<string, string>()).current;
  const { fields, order } = useMemo(() => fieldsOf(tree, values, leaders), [tree, values, leaders]);
  const disabling = values.status === 'disabled';
  return useRecordForm(
    {
      resource: department,
      endpoints,
      read,
      valuesOf: formValues,
      form: (editing: Department | undefined) => ({
        fields: { ...fields, type: { options } },
        order,
        inputOf,
        derive: picked,
        onValues,
        onSaved: ({ id }) => onSaved(id),
        doneTexts: { added: '已新增', edited: '已保存' },
        children: disabling && editing?.status === 'enabled' && (
          <Callout tone="notice" className="mb-3" role="status">
            {disablingText({ ...editing, name: String(values.name ?? '') })}
          </Callout>
        ),
      }),
    },
    reload,
  );
}
