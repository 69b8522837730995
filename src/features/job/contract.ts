import type { Feature } from '#shared/feature.ts';
import { jobApi } from '#shared/job.ts';

/** Exports, imports and other long jobs requested by users; shown in the header of every screen. */
export const feature: Feature = { title: '任务', endpoints: jobApi, screens: [] };
