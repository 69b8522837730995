import { jobApi } from '#shared/contract/job.ts';
import type { Feature } from '#shared/feature.ts';

/** Exports, imports and other long jobs requested by users; shown in the header of every screen. */
export const feature: Feature = { title: '任务', endpoints: jobApi, screens: [] };
