import { importApi } from '#shared/contract/import.ts';
import type { Feature } from '#shared/feature.ts';

/**
 * Preview, confirmation and undo of every import; each feature has its own upload (`/api/customer/importCustomer` …).
 */
export const feature: Feature = { title: '导入', endpoints: importApi, screens: [] };
