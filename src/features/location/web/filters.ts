import { fenceStandings } from '#features/fence/contract.ts';
import { type locationApi, placeStates } from '#features/location/contract.ts';
import { deviceKinds } from '#shared/codes.ts';
import { onlineStates, positionModes } from '#web/data/codeLabels.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import type { FilterOf, Option, TreeFilter, TreeOption } from '#web/table/types.ts';

type PlaceFilter = FilterOf<typeof locationApi.getPlaceList>;

const batteries = [10, 20, 30, 50].map((value) => ({ value, label: `${value}%` }));

interface Choices {
  region: TreeFilter<'regionCode'>;
  departments: readonly TreeOption[];
  projects: readonly Option[];
  tags: readonly Option[];
}

/** Returns the filters of domain.md 6.14; the first is the search box. */
export function filtersOf({ region, departments, projects, tags }: Choices): PlaceFilter[] {
  return [
    { kind: 'text', field: 'keyword', label: '姓名 / 设备号', personal: true, elsewhere: true },
    region,
    { kind: 'tree', field: 'departmentId', label: '部门', options: departments },
    { kind: 'select', field: 'projectId', label: '项目', options: projects },
    { kind: 'multi', field: 'tag', label: '标签', options: tags },
    { kind: 'multi', field: 'kind', label: '设备', options: optionsOf(deviceKinds) },
    { kind: 'multi', field: 'source', label: '方式', options: optionsOf(positionModes) },
    { kind: 'multi', field: 'online', label: '在线', options: optionsOf(onlineStates) },
    { kind: 'multi', field: 'state', label: '状态', options: optionsOf(placeStates) },
    { kind: 'multi', field: 'fence', label: '围栏', options: optionsOf(fenceStandings) },
    { kind: 'select', field: 'batteryBelow', label: '电量低于', options: batteries },
    { kind: 'check', field: 'moving', label: '移动中' },
    { kind: 'dates', from: 'from', to: 'to', unit: 'instant', label: '定位时间', timed: true },
  ];
}

type Values = Readonly<Record<string, string>>;

/** Filters that a chip sets, as in the URL; the others stay. */
export const chips = {
  all: { label: '全部', values: { fence: '', state: '', online: '' } },
  outside: { label: '越界', values: { fence: 'outside', state: '', online: '' } },
  alarm: { label: '仅有告警', values: { fence: '', state: 'alarm,lost', online: '' } },
  offline: { label: '离线', values: { fence: '', state: '', online: 'offline' } },
} as const;
export type Chip = keyof typeof chips;

/** Returns the chip that shows these filters; undefined for others. */
export function chipOf(values: Values): Chip | undefined {
  return (Object.keys(chips) as Chip[]).find((key) =>
    Object.entries(chips[key].values).every(([field, value]) => (values[field] ?? '') === value),
  );
}
