import type { Feature } from '#shared/feature.ts';
import { mapApi } from '#shared/map.ts';

/** What the maps of all screens are drawn from. */
export const feature: Feature = { title: '地图', endpoints: mapApi, screens: [] };
