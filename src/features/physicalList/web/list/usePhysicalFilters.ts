import { useMemo } from 'react';
import { physicalApi, physicalKinds, physicalStatuses } from '#features/physical/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { FilterOf } from '#web/table/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { useRegionFilter } from '#web/tree/useRegionFilter.ts';
import { yearOptions } from './years.ts';

/** Returns the filters by place that the list and the list of those due share. */
function usePlaceFilters() {
  const region = useRegionFilter();
  const { data: departments } = useCall(userApi.getUserDepartmentTree, {}, { staleTime: 60_000 });
  return useMemo(
    () => [
      { ...region, width: 140 },
      {
        ...({ kind: 'tree', field: 'departmentId', label: '部门', folded: true, width: 152 } as const),
        options: treeOptions(departments ?? []),
      },
    ],
    [region, departments],
  );
}

const keyword = {
  ...({ kind: 'text', field: 'keyword', label: '关键字', personal: true } as const),
  ...{ width: 200, placeholder: '姓名/电话/证件号' },
};

/** Returns the filters of the list of examinations (domain.md 6.25). */
export function usePhysicalFilters(): readonly FilterOf<typeof physicalApi.getPhysicalList>[] {
  const places = usePlaceFilters();
  const items = useCall(physicalApi.getPhysicalItems, {}, { staleTime: Number.POSITIVE_INFINITY }).data;
  const orgs = useCall(physicalApi.getPhysicalOrgList, {}, { staleTime: 60_000 }).data;
  return useMemo(() => {
    const years = yearOptions();
    return [
      keyword,
      { kind: 'select', field: 'year', label: '年度', options: years, width: 128 },
      {
        ...{ kind: 'select', field: 'abnormal', label: '异常项', width: 160 },
        options: [
          { value: true, label: '有异常' },
          ...(items ?? []).flatMap(({ code, label, form }) => (form === 'text' ? [] : [{ value: code, label }])),
        ],
      },
      {
        ...{ kind: 'select', field: 'org', label: '机构', width: 176 },
        options: (orgs ?? []).map(({ name }) => ({ value: name, label: name })),
      },
      { kind: 'multi', field: 'status', label: '状态', options: optionsOf(physicalStatuses), width: 152 },
      { kind: 'multi', field: 'kind', label: '类型', options: optionsOf(physicalKinds), width: 152 },
      ...places,
      {
        ...{ kind: 'select', field: 'missingYear', label: '未体检', width: 144 },
        options: years.slice(0, 3),
      },
      { kind: 'text', field: 'customerId', label: '客户', elsewhere: true },
    ];
  }, [items, orgs, places]);
}

const states = [
  { value: 'done', label: '已检' },
  { value: 'open', label: '未检' },
];

/** Returns the filters of the list of those due for a yearly examination. */
export function useDueFilters(): readonly FilterOf<typeof physicalApi.getPhysicalDueList>[] {
  const places = usePlaceFilters();
  return useMemo(
    () => [
      keyword,
      { kind: 'select', field: 'year', label: '年度', options: yearOptions(), width: 128 },
      { kind: 'select', field: 'state', label: '体检', options: states, width: 128 },
      ...places,
    ],
    [places],
  );
}
