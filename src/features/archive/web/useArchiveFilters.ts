import { useMemo } from 'react';
import type { archiveApi } from '#features/archive/contract.ts';
import { useCustomerChoice } from '#features/customerEntry/web/service.ts';
import { genders } from '#shared/codes.ts';
import { offeredOptions, useDictionaryLists } from '#web/data/dictionary.ts';
import type { FilterOf } from '#web/table/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { useRegionFilter } from '#web/tree/useRegionFilter.ts';

const below = [30, 60, 80, 100].map((value) => ({ value, label: `低于 ${value}%` }));
const abnormal = [1, 7, 30].map((value) => ({ value, label: `近 ${value} 天` }));
const silent = [1, 3, 7, 30].map((value) => ({ value, label: `${value} 天以上` }));
const genderOptions = ([1, 2, 0] as const).map((value) => ({ value, label: genders[value] }));

/** Returns the filters of the list of health archives that have a source. */
export function useArchiveFilters(): readonly FilterOf<typeof archiveApi.getArchiveList>[] {
  const lists = useDictionaryLists();
  const { departments, projects, staff } = useCustomerChoice();
  const region = useRegionFilter();
  return useMemo(
    () => [
      {
        ...{ kind: 'text', field: 'keyword', label: '关键字', width: 224, personal: true },
        placeholder: '姓名/电话/证件号/联系人',
      },
      { ...region, width: 140 },
      { kind: 'multi', field: 'chronic', label: '慢性病', options: lists ? offeredOptions('chronic') : [] },
      { kind: 'select', field: 'abnormalWithinDays', label: '异常', options: abnormal, width: 128 },
      { kind: 'select', field: 'silentDays', label: '无数据', options: silent, width: 136 },
      { kind: 'select', field: 'completenessBelow', label: '完整度', options: below, width: 144 },
      {
        kind: 'multi',
        field: 'abilityLevel',
        label: '能力等级',
        options: lists ? offeredOptions('ability_level') : [],
      },
      { kind: 'numbers', from: 'ageFrom', to: 'ageTo', label: '年龄', min: 0, max: 150 },
      { kind: 'multi', field: 'gender', label: '性别', options: genderOptions },
      { kind: 'tree', field: 'departmentId', label: '部门', options: treeOptions(departments) },
      { kind: 'select', field: 'projectId', label: '项目', options: projects, width: 176 },
      {
        kind: 'multi',
        field: 'serviceState',
        label: '服务状态',
        options: lists ? offeredOptions('service_state') : [],
      },
      { kind: 'select', field: 'responsibleId', label: '责任医护', options: staff, width: 144 },
    ],
    [lists, departments, projects, staff, region],
  );
}
