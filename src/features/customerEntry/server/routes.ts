import { customerEntryApi } from '#features/customerEntry/contract.ts';
import { handlers } from '#server/feature/handlers.ts';
import { checkCustomer } from './check.ts';
import { editCustomer } from './edit.ts';
import { uploadCustomerPhoto } from './photo.ts';
import { addCustomer } from './write.ts';

export default handlers(customerEntryApi, {
  addCustomer: (viewer, input) => addCustomer(viewer, input),
  editCustomer,
  checkCustomer,
  uploadCustomerPhoto,
});
