import { customerApi } from '#features/customer/contract.ts';
import { runExport } from '#features/export/server/service.ts';
import { handlers } from '#server/feature/handlers.ts';
import { deleteCustomer } from './deleteCustomer.ts';
import { editCustomerTag, moveCustomer } from './list/bulk.ts';
import { getCustomerChoice } from './list/choice.ts';
import { customerExporter } from './list/exporter.ts';
import { findCustomer, getCustomerList } from './list/list.ts';
import { getCustomer } from './record/record.ts';
import { updateCustomerState } from './state.ts';

export default handlers(customerApi, {
  getCustomerList,
  getCustomer,
  exportCustomer: (viewer, input) => runExport(viewer, customerExporter, input),
  getCustomerChoice,
  editCustomerTag,
  moveCustomer,
  findCustomer,
  deleteCustomer,
  updateCustomerState,
});
