import { importOf, templateOf } from '#shared/contract/import.ts';
import type { Feature } from '#shared/feature.ts';

const permission = 'customer:import';

export const customerImportApi = {
  importCustomer: importOf('/api/customer/importCustomer', { title: '导入客户', permission }),
  getImportTemplate: templateOf('/api/customer/getImportTemplate', { title: '客户导入模板', permission }),
};

/** Customers are imported from their list. */
export const feature: Feature = { title: '客户', module: 'customer', endpoints: customerImportApi, screens: [] };
