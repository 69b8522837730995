import { reportLength } from '#features/closing/contract.ts';
import type { WarnDetail } from '#features/warn/web/service.ts';
import type { Field } from '#web/form/types.ts';

/** Returns the field 事件报告 if the platform's administrator was notified and no report exists yet. */
export function reportField(detail: Pick<WarnDetail, 'reportNeeded' | 'incidentReport'>): Field<'incidentReport'>[] {
  if (!detail.reportNeeded || detail.incidentReport !== null) return [];
  return [
    {
      field: 'incidentReport',
      label: '事件报告',
      kind: 'textarea',
      maxLength: 2000,
      hint: `已升级到平台管理员：写明为什么没人及时接警，至少${reportLength}个字`,
    },
  ];
}
