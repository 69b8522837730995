import { mapApi } from '#shared/contract/map.ts';
import type { Feature } from '#shared/feature.ts';

/** Base maps for the maps of all screens. */
export const feature: Feature = { title: '地图', endpoints: mapApi, screens: [] };
