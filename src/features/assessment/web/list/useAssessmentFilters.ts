import { useMemo } from 'react';
import { type assessmentApi, assessmentStatuses } from '#features/assessment/contract.ts';
import { customerApi } from '#features/customer/contract.ts';
import { scaleApi } from '#features/scale/contract.ts';
import { userApi } from '#features/user/contract.ts';
import { can } from '#web/api/session.ts';
import { offeredOptions, optionsOf, useDictionaryLists } from '#web/data/dictionary.ts';
import { useScreen } from '#web/screen/screen.ts';
import { useCall } from '#web/screen/useCall.ts';
import type { FilterOf } from '#web/table/types.ts';
import { treeOptions } from '#web/tree/treeNodes.ts';
import { useRegionFilter } from '#web/tree/useRegionFilter.ts';

/** How long what filters offer stays, ms. */
const staleTime = 60_000;

const due = [30, 60, 90].map((value) => ({ value, label: `${value} 天内到期` }));

/** Grades of the one chosen scale, else those of the ability level. */
function useGrades() {
  const { query } = useScreen();
  const lists = useDictionaryLists();
  const scale = query.get('scale') ?? '';
  const isOne = scale !== '' && !scale.includes(',');
  const { data } = useCall(scaleApi.getScale, { code: scale }, { enabled: isOne, staleTime });
  return useMemo(() => {
    if (isOne) return (data?.bands ?? []).map(({ code, label }) => ({ value: code, label }));
    return lists ? offeredOptions('ability_level').map(({ value, label }) => ({ value: String(value), label })) : [];
  }, [isOne, data, lists]);
}

/** Returns the filters of the list of assessments. */
export function useAssessmentFilters(): readonly FilterOf<typeof assessmentApi.getAssessmentList>[] {
  const region = useRegionFilter();
  const grades = useGrades();
  const { data: scales } = useCall(scaleApi.getScaleList, { limit: 200 }, { staleTime });
  const { data: departments } = useCall(userApi.getUserDepartmentTree, {}, { staleTime });
  const { data: choice } = useCall(customerApi.getCustomerChoice, {}, { enabled: can('customer:list'), staleTime });
  return useMemo(
    () => [
      {
        ...{ kind: 'text', field: 'keyword', label: '客户', width: 200, personal: true },
        placeholder: '客户姓名/电话/证件号/评估编号',
      },
      {
        ...{ kind: 'multi', field: 'scale', label: '量表', width: 152 },
        options: (scales?.rows ?? []).map(({ code, name }) => ({ value: code, label: name })),
      },
      { kind: 'multi', field: 'grade', label: '等级', options: grades, width: 128 },
      { kind: 'multi', field: 'status', label: '状态', options: optionsOf(assessmentStatuses), width: 128 },
      {
        ...{ kind: 'select', field: 'assessorId', label: '评估员', width: 128 },
        options: (choice?.staff ?? []).map(({ value, label }) => ({ value, label })),
      },
      { kind: 'dates', from: 'dateFrom', to: 'dateTo', label: '评估日期', unit: 'day' },
      { kind: 'select', field: 'dueDays', label: '即将到期', options: due, width: 136 },
      { ...region, width: 140 },
      {
        ...{ kind: 'tree', field: 'departmentId', label: '部门', folded: true, width: 152 },
        options: treeOptions(departments ?? []),
      },
      { kind: 'check', field: 'latest', label: '每人最近一次', folded: true },
      { kind: 'check', field: 'areaOnly', label: '只看本级', folded: true },
      { kind: 'text', field: 'customerId', label: '一位客户', elsewhere: true },
    ],
    [region, grades, scales, departments, choice],
  );
}
