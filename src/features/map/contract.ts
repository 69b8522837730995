import type { Feature } from '#shared/feature.ts';
import { mapApi } from '#shared/map.ts';

/** Base maps for the maps of all screens. */
export const feature: Feature = { title: '地图', endpoints: mapApi, screens: [] };
