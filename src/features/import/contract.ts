import type { Feature } from '#shared/feature.ts';
import { importApi } from '#shared/import.ts';

/** Preview, confirmation and undo of every import; the uploads are the features' own (`/api/customer/importCustomer` …). */
export const feature: Feature = { title: '导入', endpoints: importApi, screens: [] };
