import { warnFamilies } from '#shared/codes.ts';
import { falseReasons, warnLevels, warnResults, warnStatuses, warnTypes } from '#web/data/codeLabels.ts';
import { optionsOf } from '#web/data/dictionary.ts';
import type { FilterOf, Option, TreeOption } from '#web/table/types.ts';
import type { warnListApi } from '../contract.ts';

function levels(): Option[] {
  return ([1, 2, 3, 4] as const).map((value) => ({ value, label: warnLevels[value] }));
}

interface Choices {
  handlers: readonly Option[];
  customers: readonly Option[];
  departments: readonly TreeOption[];
}

/**
 * Returns the filters of domain.md 6.21; `keyword` finds number, customer and phone. Depends on the dictionary's
 * labels.
 */
export function filtersOf(
  { handlers, customers, departments }: Choices,
  _labels: unknown,
): FilterOf<typeof warnListApi.getWarnList>[] {
  return [
    { kind: 'text', field: 'keyword', label: '编号 / 客户 / 电话', placeholder: '编号 / 客户 / 电话', width: 180 },
    { kind: 'multi', field: 'type', label: '类型', options: optionsOf(warnTypes), width: 124 },
    { kind: 'multi', field: 'level', label: '级别', options: levels(), width: 124 },
    { kind: 'multi', field: 'status', label: '状态', options: optionsOf(warnStatuses), width: 124 },
    { kind: 'dates', from: 'createdFrom', to: 'createdTo', unit: 'day', label: '时间' },
    { kind: 'check', field: 'today', label: '今天' },
    { kind: 'check', field: 'waiting', label: '待接警' },
    { kind: 'check', field: 'deviceWork', label: '设备运维' },
    { kind: 'multi', field: 'family', label: '类别', options: optionsOf(warnFamilies) },
    { kind: 'text', field: 'no', label: '编号' },
    { kind: 'text', field: 'equipmentSn', label: '设备编号' },
    { kind: 'select', field: 'customerId', label: '客户', options: customers },
    { kind: 'select', field: 'handlerId', label: '处理人', options: handlers },
    { kind: 'tree', field: 'departmentId', label: '区域', options: departments },
    { kind: 'check', field: 'overdue', label: '已超时' },
    { kind: 'check', field: 'escalated', label: '已升级' },
    { kind: 'multi', field: 'result', label: '处置结果', options: optionsOf(warnResults) },
    { kind: 'multi', field: 'falseReason', label: '误报原因', options: optionsOf(falseReasons) },
    { kind: 'check', field: 'followUp', label: '待回访' },
    { kind: 'check', field: 'followUpDue', label: '回访已到期' },
    { kind: 'check', field: 'unregistered', label: '未登记设备' },
    { kind: 'check', field: 'falseAsked', label: '误报待核实' },
    { kind: 'check', field: 'counted', label: '计入统计' },
    { kind: 'check', field: 'test', label: '测试与演练' },
    { kind: 'check', field: 'inTime', label: '及时接警' },
    { kind: 'select', field: 'claimedBy', label: '接警人', options: handlers },
    { kind: 'select', field: 'firstClaimedBy', label: '首次接警人', options: handlers },
    { kind: 'select', field: 'falseBy', label: '误报判定人', options: handlers },
    { kind: 'check', field: 'endedToday', label: '今天结束' },
    { kind: 'check', field: 'followUpToday', label: '今天到期的回访' },
  ];
}
