import { customerApi } from '#features/customer/contract.ts';
import { runExport } from '#features/export/server/service.ts';
import { importTemplate, startImport } from '#features/import/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { addBed, editBed, getBedList } from './bed.ts';
import { assignBed, releaseBed } from './bedAssignment.ts';
import { benefits, uploadBenefitFile } from './benefit.ts';
import { getCustomerCard } from './card.ts';
import { checkCustomer } from './check.ts';
import { consents, uploadConsentFile } from './consent.ts';
import { deleteCustomer } from './deleteCustomer.ts';
import { editCustomer } from './edit.ts';
import { customerExporter } from './exporter.ts';
import { customerFiles, uploadCustomerFile } from '#features/customerFile/server/customerFile.ts';
import { getCustomerHistory } from './history.ts';
import importer from './importer.ts';
import { addLeave, getLeaveList, returnLeave } from '#features/leave/server/leave.ts';
import { getCustomerState, tickLeaving } from '#features/leave/server/leavingChecklist.ts';
import { getCustomer } from './record.ts';
import {
  addCustomer,
  editCustomerTag,
  findCustomer,
  getCustomerChoice,
  getCustomerList,
  getCustomerMerge,
  mergeCustomer,
  moveCustomer,
  uploadCustomerPhoto,
} from './service.ts';
import { updateCustomerState } from './state.ts';
import { withdrawConsent } from './withdraw.ts';

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
  getCustomerMerge,
  mergeCustomer,
  findCustomer,
  addCustomer: (viewer, input) => addCustomer(viewer, input),
  editCustomer,
  checkCustomer,
  deleteCustomer,
  uploadCustomerPhoto,
  getCustomerState,
  updateCustomerState,
  tickLeaving,
  getLeaveList,
  addLeave,
  returnLeave,
  getBenefitList: benefits.list,
  addBenefit: benefits.add,
  editBenefit: benefits.edit,
  deleteBenefit: benefits.remove,
  uploadBenefitFile,
  getConsentList: consents.list,
  addConsent: consents.add,
  withdrawConsent,
  uploadConsentFile,
  getCustomerFileList: customerFiles.list,
  addCustomerFile: customerFiles.add,
  deleteCustomerFile: customerFiles.remove,
  uploadCustomerFile,
  getBedList,
  addBed,
  editBed,
  assignBed,
  releaseBed,
});
