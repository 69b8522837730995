import type { Feature } from '#shared/feature.ts';
import { rule, ruleApi } from './contract/rule.ts';
import { ruleTrialApi } from './contract/tryRule.ts';

export const earlyWarningApi = { ...ruleApi, ...ruleTrialApi };

export const feature: Feature = {
  title: '健康预警',
  endpoints: earlyWarningApi,
  resource: rule,
  screens: [
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
      // Granted to roles with the list, which has the right to change rules, too.
      permission: { key: 'earlyWarning:list', title: '查看健康预警', roles: [] },
    },
  ],
};
