import { useMemo } from 'react';
import { archiveApi } from '#features/archive/contract.ts';
import { useCustomerChoice } from '#features/customerEntry/web/service.ts';
import { genders } from '#shared/codes.ts';
import { maxCounted } from '#shared/envelope.ts';
import { Moment } from '#web/crud/columns.tsx';
import { labelOf, offeredOptions, useDictionaryLists } from '#web/data/dictionary.ts';
import { missing } from '#web/data/format.ts';
import { DataTable } from '#web/table/DataTable.tsx';
import type { ColumnOf, FilterOf, PresetViewOf } from '#web/table/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { Badge } from '#web/ui/Badge.tsx';
import { bloodText, Completeness } from './parts.tsx';

type Api = typeof archiveApi.getArchiveList;

const columns: readonly ColumnOf<Api>[] = [
  { key: 'name', title: '客户', width: 96, fixed: 'left', sort: true },
  { key: 'gender', title: '性别', width: 48, render: ({ gender }) => genders[gender as keyof typeof genders] },
  { key: 'age', title: '年龄', width: 64, align: 'right', sort: true },
  { key: 'bloodType', title: '血型', width: 96, render: bloodText },
  {
    ...{ key: 'chronic', title: '慢病', width: 184, noTooltip: true },
    render: ({ chronic }) =>
      chronic.length === 0 ? missing : chronic.map((code) => <Badge key={code}>{labelOf('chronic', code)}</Badge>),
  },
  {
    ...{ key: 'allergies', title: '过敏', width: 144 },
    render: ({ allergies }) =>
      allergies.length === 0 ? missing : <span className="text-level1-text">{allergies.join('、')}</span>,
  },
  {
    ...{ key: 'abilityLevel', title: '能力等级', width: 96 },
    render: ({ abilityLevel }) => (abilityLevel === null ? missing : labelOf('ability_level', String(abilityLevel))),
  },
  {
    ...{ key: 'completeness', title: '档案完整度', width: 136, sort: true, noTooltip: true },
    render: ({ completeness }) => <Completeness percent={completeness} />,
  },
  { key: 'responsibleName', title: '责任人', width: 88 },
  { key: 'updatedAt', title: '更新时间', width: 112, sort: true, render: ({ updatedAt }) => <Moment at={updatedAt} /> },
];

const below = [30, 60, 80, 100].map((value) => ({ value, label: `低于 ${value}%` }));
const presetViews: readonly PresetViewOf<Api>[] = [
  { key: 'incomplete', name: '完整度低于 60%', filters: { completenessBelow: '60' } },
];

/** Opens an archive in a tab. */
function openArchive({ id }: { id: string }): void {
  location.hash = `#/healthy/archives/${id}`;
}

/** List of health archives. */
export function ArchiveList() {
  const lists = useDictionaryLists();
  const { departments, projects, staff } = useCustomerChoice();
  const filters = useMemo(
    (): FilterOf<Api>[] => [
      {
        kind: 'text',
        field: 'keyword',
        label: '关键字',
        placeholder: '姓名/电话/证件号/联系人',
        width: 224,
        personal: true,
      },
      { kind: 'multi', field: 'chronic', label: '慢性病', options: lists ? offeredOptions('chronic') : [] },
      {
        kind: 'multi',
        field: 'abilityLevel',
        label: '能力等级',
        options: lists ? offeredOptions('ability_level') : [],
      },
      { kind: 'select', field: 'completenessBelow', label: '完整度', options: below, width: 136 },
      { kind: 'numbers', from: 'ageFrom', to: 'ageTo', label: '年龄', min: 0, max: 150 },
      { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments) },
      { kind: 'select', field: 'projectId', label: '项目', options: projects, width: 176 },
      { kind: 'select', field: 'responsibleId', label: '责任人', options: staff, width: 144 },
    ],
    [lists, departments, projects, staff],
  );
  return (
    <DataTable
      name="archive"
      rowLabel="健康档案"
      endpoint={archiveApi.getArchiveList}
      columns={columns}
      filters={filters}
      presetViews={presetViews}
      maxCounted={maxCounted}
      exact
      onOpen={openArchive}
    />
  );
}
