import type { Feature } from '#shared/feature.ts';
import { searchApi } from '#shared/search.ts';

/** One search over screens, people, devices and open alarms, in the viewer's rights and scope. */
export const feature: Feature = { title: '搜索', endpoints: searchApi, screens: [] };
