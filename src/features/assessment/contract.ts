import type { scaleApi } from '#features/scale/contract.ts';
import type { OutputOf } from '#shared/endpoint.ts';
import type { Feature } from '#shared/feature.ts';
import { assessmentRecordApi } from './contract/assessment.ts';
import { assessmentStatuses, drawnSigners, isFinished, signers } from './contract/parts.ts';

export { assessmentStatuses, drawnSigners, isFinished, signers };

export const assessmentApi = { ...assessmentRecordApi };

export type AssessmentRow = OutputOf<typeof assessmentApi.getAssessmentList>;
export type AssessmentDetail = OutputOf<typeof assessmentApi.getAssessment>;
/** A version of a scale as the pages read it. */
export type ScaleOfPage = OutputOf<typeof scaleApi.getScale>;

export const feature: Feature = {
  title: '评估',
  endpoints: assessmentApi,
  labels: { 'assessment.status': assessmentStatuses, 'assessment_signature.who': signers },
  screens: [
    {
      path: '/healthy/assessment',
      title: '评估',
      icon: 'clipboard',
      group: '健康',
      sort: 41,
      component: 'AssessmentScreen',
      tabs: { '/healthy/assessment': '评估' },
      permission: { key: 'assessment:list', title: '查看评估', roles: ['health', 'assessor', 'leader', 'area'] },
      buttons: [
        { key: 'assessment:edit', title: '填写评估', roles: ['health', 'assessor'] },
        { key: 'assessment:sign', title: '签名评估', roles: ['health', 'assessor'] },
        { key: 'assessment:review', title: '审核与作废评估', roles: ['area', 'health'] },
        { key: 'assessment:export', title: '导出评估', roles: ['health', 'assessor', 'leader', 'area'] },
        { key: 'assessment:scale', title: '编辑量表', roles: ['area', 'health'] },
      ],
    },
  ],
};
