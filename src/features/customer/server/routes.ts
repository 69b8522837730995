import { customerApi } from '#features/customer/contract.ts';
import { runExport } from '#features/export/server/service.ts';
import { importTemplate, startImport } from '#features/import/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { getCustomerCard } from '#features/customerCard/server/card.ts';
import { checkCustomer } from '#features/customerEntry/server/check.ts';
import { deleteCustomer } from './deleteCustomer.ts';
import { editCustomer } from '#features/customerEntry/server/edit.ts';
import { customerExporter } from './exporter.ts';
import { getCustomerHistory } from '#features/customerHistory/server/history.ts';
import importer from '#features/customerImport/server/importer.ts';
import { getCustomer } from './record.ts';
import {
  addCustomer,
  editCustomerTag,
  findCustomer,
  getCustomerChoice,
  getCustomerList,
  moveCustomer,
  uploadCustomerPhoto,
} from './service.ts';
import { updateCustomerState } from './state.ts';

export default handlers(customerApi, {
  getCustomerList,
  getCustomer,
  getCustomerHistory,
  getCustomerCard,
  exportCustomer: (viewer, input) => runExport(viewer, customerExporter, input),
  importCustomer: (viewer, { duplicates }, { file }) => startImport(viewer, importer, file, duplicates),
  getImportTemplate: (viewer) => importTemplate(viewer, importer),
  getCustomerChoice,
  editCustomerTag,
  moveCustomer,
  findCustomer,
  addCustomer: (viewer, input) => addCustomer(viewer, input),
  editCustomer,
  checkCustomer,
  deleteCustomer,
  uploadCustomerPhoto,
  updateCustomerState,
});
