import type { Feature } from '#shared/feature.ts';
import { nightStates } from '#shared/health/night/marks.ts';
import { type ComparedFigure, comparedFigures, nightApi } from './contract/night.ts';

export { type ComparedFigure, comparedFigures };

export const sleepApi = { ...nightApi };

/** What the screens of sleep share. */
export const sleepTab = {
  icon: 'moon',
  group: '健康',
  sort: 42,
  permission: { key: 'sleep:list', title: '查看睡眠数据', roles: ['health', 'leader'] },
} as const;

export const feature: Feature = {
  title: '睡眠数据',
  endpoints: sleepApi,
  labels: { 'sleep_night.state': nightStates },
  screens: [
    {
      ...sleepTab,
      ...{ path: '/healthy/sleep_data', title: '睡眠数据', component: 'SleepScreen' },
      buttons: [{ key: 'sleep:edit', title: '重新计算与备注睡眠', roles: ['health'] }],
    },
  ],
};
