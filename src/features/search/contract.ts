import { searchApi } from '#shared/contract/search.ts';
import type { Feature } from '#shared/feature.ts';

/** Search over screens, customers, devices and open warns, within the viewer's permissions and scope. */
export const feature: Feature = { title: '搜索', endpoints: searchApi, screens: [] };
