import { exportApi } from '#shared/export.ts';
import type { Feature } from '#shared/feature.ts';

/** What every list's export stands on; the calls are the lists' own (`/api/warn/exportWarn` …, see `exportOf`). */
export const feature: Feature = { title: '导出', endpoints: exportApi, screens: [] };
