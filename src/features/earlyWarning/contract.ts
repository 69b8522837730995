import type { Feature } from '#shared/feature.ts';
import { ruleApi } from './contract/rule.ts';

export const earlyWarningApi = { ...ruleApi };

export const feature: Feature = {
  title: '健康预警',
  endpoints: earlyWarningApi,
  screens: [
    {
      path: '/healthy/early_warning',
      title: '健康预警',
      icon: 'heart-pulse',
      group: '值守',
      sort: 13,
      planned: '比 SOS 慢的健康偏离：确认、分派、处理与规则。',
      permission: { key: 'earlyWarning:list', title: '查看健康预警', roles: ['health', 'leader'] },
      buttons: [
        { key: 'earlyWarning:handle', title: '处理健康预警', roles: ['health'] },
        { key: 'earlyWarning:rule', title: '编辑预警规则', roles: ['health'] },
      ],
    },
  ],
};
