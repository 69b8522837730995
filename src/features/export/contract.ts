import { exportApi } from '#shared/contract/export.ts';
import type { Feature } from '#shared/feature.ts';

/** Shared calls of all exports; each list has its own export call (`/api/warn/exportWarn` …, see `exportOf`). */
export const feature: Feature = { title: '导出', endpoints: exportApi, screens: [] };
