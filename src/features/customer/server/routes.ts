import { customerApi } from '#features/customer/contract.ts';
import { handlers } from '#server/handlers.ts';
import { addCustomer, findCustomer, getCustomerList, uploadCustomerPhoto } from './service.ts';

export default handlers(customerApi, {
  getCustomerList,
  findCustomer,
  addCustomer: (viewer, input) => addCustomer(viewer, input),
  uploadCustomerPhoto,
});
