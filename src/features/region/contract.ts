import type { Feature } from '#shared/feature.ts';
import { regionApi } from '#shared/region.ts';

/** The administrative divisions of the country down to the counties, as forms choose from them. */
export const feature: Feature = { title: '行政区划', endpoints: regionApi, screens: [] };
