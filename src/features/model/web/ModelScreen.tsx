import { useState } from 'react';
import { can } from '#web/api/session.ts';
import { ListScreen } from '#web/crud/ListScreen.tsx';
import { labelOf, optionsOf } from '#web/data/dictionary.ts';
import { count, missing } from '#web/data/format.ts';
import type { FormValues } from '#web/form/types.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { abilities, model, modelApi } from '../contract.ts';
import { DecodePreview } from './DecodePreview.tsx';
import { EventRows } from './EventRows.tsx';
import { type ModelRow, offlineAfter, spanOf } from './format.ts';
import { ProfileText } from './ProfileText.tsx';
import { PropertyRows } from './PropertyRows.tsx';
import './model.css';

const endpoints = {
  list: modelApi.getModelList,
  get: modelApi.getModel,
  add: modelApi.addModel,
  edit: modelApi.editModel,
};

const wordOf = (ability: string) => (abilities as Readonly<Record<string, string>>)[ability] ?? ability;

const cells = {
  name: ({ name, builtIn }: ModelRow) => (
    <span className="inline-flex items-center gap-1.5">
      <strong>{name}</strong>
      {builtIn && <Badge>内置</Badge>}
    </span>
  ),
  code: ({ code }: ModelRow) => <span className="mono">{code}</span>,
  kind: ({ kind }: ModelRow) => labelOf('device_kind', kind),
  intervalSeconds: ({ intervalSeconds }: ModelRow) => spanOf(intervalSeconds),
  offlineSeconds: ({ offlineSeconds }: ModelRow) => spanOf(offlineSeconds),
  capabilities: ({ capabilities }: ModelRow) => capabilities.map(wordOf).join('、') || missing,
  equipmentCount: ({ code, equipmentCount }: ModelRow) =>
    equipmentCount > 0 ? <a href={`#/equipment/list?model=${code}`}>{count(equipmentCount)}</a> : 0,
};

const columns = [
  'name',
  'code',
  'kind',
  'protocol',
  'intervalSeconds',
  'offlineSeconds',
  'capabilities',
  'equipmentCount',
] as const;

/** Returns why code or protocol of a model cannot be changed. */
function fixed(editing: ModelRow | undefined, what: string): string | undefined {
  if (editing?.builtIn) return `内置型号的${what}不能改`;
  return editing && editing.equipmentCount > 0
    ? `已有 ${count(editing.equipmentCount)} 台设备，${what}不能改`
    : undefined;
}

/** Returns the form values of a model; a default offline time is left empty to follow the interval. */
function valuesOf({ offlineSeconds, ...row }: ModelRow): FormValues {
  return { ...row, ...(offlineSeconds === offlineAfter(row.intervalSeconds) ? {} : { offlineSeconds }) };
}

/** Leaves out unchanged code and protocol: an old code may violate the current rule. */
function changedOf(values: FormValues, editing: ModelRow | undefined): FormValues {
  if (!editing) return values;
  const unchanged = (['code', 'protocol'] as const).filter((key) => values[key] === editing[key]);
  return Object.fromEntries(Object.entries(values).filter(([key]) => !unchanged.some((field) => field === key)));
}

/** 型号与物模型 (domain.md 6.18): properties, alarms and commands of each model, as data. */
export default function ModelScreen() {
  const [typed, setTyped] = useState<FormValues>({});
  const form = (editing: ModelRow | undefined) => ({
    size: 'large' as const,
    onValues: setTyped,
    inputOf: (values: FormValues) => changedOf(values, editing),
    order: [
      ...(['name', 'code', 'kind', 'protocol', 'intervalSeconds', 'offlineSeconds', 'capabilities'] as const),
      ...(['properties', 'events', 'profile'] as const),
      ...(can('equipment:log')
        ? [
            {
              field: 'frame',
              label: '试解析',
              kind: 'custom' as const,
              wide: true,
              savedSeparately: true as const,
              control: (props: Parameters<typeof DecodePreview>[0]['props']) => (
                <DecodePreview props={props} typed={typed} />
              ),
            },
          ]
        : []),
    ],
    fields: {
      code: { locked: () => fixed(editing, '编码') },
      protocol: { locked: () => fixed(editing, '协议') },
      capabilities: { kind: 'multi' as const, options: optionsOf(abilities) },
      properties: { control: PropertyRows, hint: '超出上下限的读数照存，标为存疑，不计入平均' },
      events: { control: EventRows, hint: '手表协议填状态字的位（0–31），其他协议填设备自己的告警词' },
      profile: {
        control: ProfileText,
        hint: 'JSON，可用 zoneMinutes（设备时钟比 UTC 快几分钟）、alarmBits、items、presses、addresses、maxPerMinute',
      },
    },
  });
  return (
    <ListScreen
      resource={model}
      endpoints={endpoints}
      cells={cells}
      columns={columns}
      form={form}
      valuesOf={valuesOf}
      nothing="还没有型号。"
    />
  );
}
