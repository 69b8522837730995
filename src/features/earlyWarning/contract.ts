import type { Feature } from '#shared/feature.ts';
import { rule, ruleApi } from './contract/rule.ts';
import { ruleTrialApi } from './contract/tryRule.ts';

export const earlyWarningApi = { ...ruleApi, ...ruleTrialApi };

const looks = { key: 'earlyWarning:list', title: '查看健康预警', roles: ['health', 'leader'] } as const;

export const feature: Feature = {
  title: '健康预警',
  endpoints: earlyWarningApi,
  resource: rule,
  screens: [
    {
      path: '/healthy/early_warning',
      title: '健康预警',
      icon: 'heart-pulse',
      group: '值守',
      sort: 13,
      planned: '比 SOS 慢的健康偏离：确认、分派、处理与规则。',
      permission: looks,
      buttons: [{ key: 'earlyWarning:handle', title: '处理健康预警', roles: ['health'] }],
    },
    {
      ...{
        path: '/healthy/early_warning/rule',
        title: '预警规则',
        icon: 'heart-pulse',
        group: '值守',
        sort: 13,
        rank: 1,
      },
      ...{ component: 'RuleScreen', hidden: true, wide: true },
      tabs: { '/healthy/early_warning/rule': '规则' },
      // Granted to roles with the list.
      permission: { ...looks, roles: [] },
      buttons: [{ key: 'earlyWarning:rule', title: '编辑预警规则', roles: ['health'] }],
    },
  ],
};
