import { regionApi } from '#shared/contract/region.ts';
import type { Feature } from '#shared/feature.ts';

/** National administrative divisions down to counties, as form options. */
export const feature: Feature = { title: '行政区划', endpoints: regionApi, screens: [] };
